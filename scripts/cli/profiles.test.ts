import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseProfile, profilesFile, readProfiles, withoutProfile, withProfile, writeProfiles, type Profiles } from './profiles';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cam-profiles-'));
  file = join(folder, 'cam', 'profiles.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const work = { url: 'https://cam.company.example', token: 'cam_work' };
const home = { url: 'http://localhost:8080', token: 'cam_home' };

it('keeps profiles in a file that only the user can read', () => {
  writeProfiles(withProfile(readProfiles(file), 'work', work), file);
  writeProfiles(withProfile(readProfiles(file), 'home', home), file);
  expect(readProfiles(file)).toEqual({ current: 'home', profiles: { work, home } });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('says what to do about a damaged file, and leaves it as it is', () => {
  for (const text of ['{', '{"profiles": {"work": {"url": "nowhere", "token": "x"}}}', '[]']) {
    writeProfiles({ current: null, profiles: {} }, file);
    writeFileSync(file, text);
    expect(() => readProfiles(file)).toThrow(`${file} is damaged. Delete it, then sign in again with: cam login`);
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});

it('chooses the named profile before the current one, and refuses an unknown name', () => {
  const both: Profiles = { current: 'work', profiles: { work, home } };
  expect([chooseProfile(both, null), chooseProfile(both, 'home')]).toEqual([work, home]);
  expect(chooseProfile({ current: null, profiles: { work } }, null)).toBeNull();
  expect(() => chooseProfile(both, 'office')).toThrow('There is no profile "office". Choose from: work, home.');
  expect(() => chooseProfile({ current: null, profiles: {} }, 'office')).toThrow('Sign in first');
});

it('uses the last profile that is left', () => {
  const both: Profiles = { current: 'work', profiles: { work, home } };
  expect(withoutProfile(both, 'work')).toEqual({ current: 'home', profiles: { home } });
  expect(withoutProfile(both, 'home')).toEqual({ current: 'work', profiles: { work } });
  expect(withoutProfile({ current: 'home', profiles: { home } }, 'home')).toEqual({ current: null, profiles: {} });
});

it('finds the file in the folder of settings', () => {
  expect(profilesFile({ XDG_CONFIG_HOME: '/home/ann/settings' })).toBe(join('/home/ann/settings', 'cam', 'profiles.json'));
  expect(profilesFile({ CAM_CONFIG: '/run/cam.json', XDG_CONFIG_HOME: '/x' })).toBe('/run/cam.json');
});
