import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CliFailure } from './failure';

/** The address of an installation, with an API token for it. */
export interface Profile {
  url: string;
  token: string;
}

/** The profiles of a user by name, and the one that commands use. */
export interface Profiles {
  current: string | null;
  profiles: Record<string, Profile>;
}

const NONE: Profiles = { current: null, profiles: {} };

/** Returns the file of the profiles, which holds tokens: `CAM_CONFIG`, or `cam/profiles.json` in the user's folder of settings. */
export function profilesFile(env: NodeJS.ProcessEnv = process.env): string {
  return env.CAM_CONFIG || join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'cam', 'profiles.json');
}

/** @throws CliFailure if the file cannot be read or is damaged */
export function readProfiles(file = profilesFile()): Profiles {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NONE;
    throw new CliFailure(`Cannot read ${file} (${(error as NodeJS.ErrnoException).code}). Check its permissions.`);
  }
  try {
    const { current = null, profiles } = JSON.parse(text) as Profiles;
    if (Object.values(profiles).every(({ url, token }) => URL.canParse(url) && typeof token === 'string')) return { current, profiles };
  } catch {
    // Answered below.
  }
  throw new CliFailure(`${file} is damaged. Delete it, then sign in again with: cam login`);
}

/** Stores the profiles so that only the user can read them. */
export function writeProfiles(profiles: Profiles, file = profilesFile()): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const made = `${file}.${process.pid}`;
  writeFileSync(made, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  chmodSync(made, 0o600);
  renameSync(made, file);
}

/**
 * Returns the profile with this name, or the current one; null for none.
 * @throws CliFailure for an unknown name
 */
export function chooseProfile({ current, profiles }: Profiles, name: string | null): Profile | null {
  const wanted = name ?? current;
  if (wanted === null) return null;
  const profile = profiles[wanted];
  if (profile) return profile;
  const known = Object.keys(profiles);
  const hint = known.length > 0 ? `Choose from: ${known.join(', ')}.` : 'Sign in first: cam login https://cam.company.example';
  throw new CliFailure(`There is no profile "${wanted}". ${hint}`);
}

/** Returns the profiles with one more, which becomes the current one. */
export function withProfile({ profiles }: Profiles, name: string, profile: Profile): Profiles {
  return { current: name, profiles: { ...profiles, [name]: profile } };
}

/** Returns the profiles without one. Another becomes the current one only if it is the last. */
export function withoutProfile({ current, profiles }: Profiles, name: string): Profiles {
  const { [name]: _removed, ...rest } = profiles;
  const [last, ...others] = Object.keys(rest);
  return { current: current !== name ? current : others.length === 0 ? (last ?? null) : null, profiles: rest };
}
