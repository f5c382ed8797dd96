import type { MappingLine } from './mapping.ts';

/** What telecare devices report, by class: FAMILY.EVENT. Patterns cover what every device of a kind can say about itself. */
const telecare: Readonly<Record<string, readonly string[]>> = {
  emergency_button: [
    'CONTROL_PANEL.EMERGENCY*',
    'CONTROL_PANEL.ALARM*',
    'CONTROL_PANEL.SOS*',
    'EMERGENCY_PENDANT.PRESSED',
    'EMERGENCY_PENDANT.EMERGENCY*',
    'EMERGENCY_PENDANT.ALARM*',
    'PULL_CORD.PULLED',
    'PULL_CORD.EMERGENCY*',
    'PULL_CORD.ALARM*',
    'FALL_DETECTOR.EMERGENCY*',
    'FALL_DETECTOR.PRESSED',
  ],
  fall_detected: ['FALL_DETECTOR.FALL', 'FALL_DETECTOR.FALL_DETECTED', 'FALL_DETECTOR.ALARM*'],
  fall_cancelled: ['FALL_DETECTOR.FALL_CANCELLED', 'FALL_DETECTOR.CANCEL*'],
  fall_idle: ['FALL_DETECTOR.IDLE', 'FALL_DETECTOR.FALL_IDLE', 'FALL_DETECTOR.NO_MOTION'],
  measurement_event: ['*.MEASUREMENT*', '*.MEASURED', '*.RESULT*'],
  power_event: ['*.BATTERY_*', '*.POWER*', '*.MAINS_*', '*.CHARG*'],
  smoke_detected: ['SMOKE_DETECTOR.SMOKE*', 'SMOKE_DETECTOR.ALARM*'],
  waterleak_detected: ['WATER_LEAK_DETECTOR.LEAK*', 'WATER_LEAK_DETECTOR.WATER*', 'WATER_LEAK_DETECTOR.ALARM*'],
  system_event: [
    'MOTION_DETECTOR.MOTION*',
    'MOTION_DETECTOR.NO_MOTION*',
    'MOTION_DETECTOR.INACTIVITY*',
    '*.SUPERVISION_*',
    '*.TAMPER*',
    '*.TEST*',
    '*.ONLINE',
    '*.OFFLINE',
    '*.CONNECTION_*',
    '*.SIGNAL_*',
    '*.FAULT*',
    '*.RESTORE*',
    '*.CONFIG*',
    '*.UPDATE*',
    '*.REBOOT',
    '*.PAIRED',
    '*.UNPAIRED',
  ],
};

export const telecareMapping: readonly MappingLine[] = Object.entries(telecare).flatMap(([name, codes]) =>
  codes.map((code) => ({ code, class: name })),
);
