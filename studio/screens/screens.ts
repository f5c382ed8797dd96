import type { ComponentType } from 'preact';
import { offered, type Place } from '../state/place.ts';
import { CompareScreen } from './compare.tsx';
import { HomeScreen } from './home.tsx';
import { LookScreen } from './look.tsx';
import { PreviewScreen } from './preview.tsx';
import { ProtectionScreen } from './protection.tsx';
import { ReleaseScreen } from './release.tsx';
import { RolesScreen } from './roles.tsx';
import { RunScreen } from './run.tsx';
import { VerifyScreen } from './verify.tsx';

/** The screens there are, by their name in the address. A step without a screen is not offered. */
export const screens: Partial<Readonly<Record<Place['screen'], ComponentType>>> = {
  home: HomeScreen,
  look: LookScreen,
  roles: RolesScreen,
  protection: ProtectionScreen,
  preview: PreviewScreen,
  run: RunScreen,
  release: ReleaseScreen,
  compare: CompareScreen,
  verify: VerifyScreen,
};

offered.value = new Set(Object.keys(screens));
