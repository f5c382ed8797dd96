import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

export interface Timed {
  readonly seconds: number;
  readonly peakBytes: number;
  /** Seconds of all cores together: what a busy machine does not change. */
  readonly cpuSeconds: number;
  readonly stdout: string;
}

/** Runs a process to its end; wall time from start to exit and peak resident memory as the kernel saw it. */
export async function timed(command: string, words: readonly string[]): Promise<Timed> {
  const begun = performance.now();
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text) => (stdout += text));
  child.stderr.on('data', (text) => (stderr += text));
  let peakBytes = 0;
  let cpuSeconds = 0;
  let running = true;
  const watch = async () => {
    while (running) {
      peakBytes = Math.max(peakBytes, peakOf(child.pid ?? 0));
      cpuSeconds = Math.max(cpuSeconds, cpuOf(child.pid ?? 0));
      await wait(20);
    }
  };
  const watching = watch();
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  const seconds = (performance.now() - begun) / 1000;
  running = false;
  await watching;
  if (code !== 0) throw new Error(`${command} ${words.join(' ')} exited with ${code}\n${stderr}`);
  return { seconds, peakBytes, cpuSeconds, stdout };
}

/** The least of several runs: what the machine can do when nobody disturbs it. */
export async function best(runs: number, command: string, words: readonly string[]): Promise<Timed> {
  const all: Timed[] = [];
  for (let i = 0; i < runs; i++) all.push(await timed(command, words));
  return all.reduce((a, b) => (b.seconds < a.seconds ? b : a));
}

/** The kernel's own high-water mark; 0 where /proc is not there or the process is gone. */
function peakOf(pid: number): number {
  try {
    return 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** User and system time in ticks of a hundredth of a second, the fields after the name in brackets. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}
