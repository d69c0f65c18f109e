import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FORMER_STEPS } from './former-steps';
import { allMigrations } from './migrations';

const names = Object.keys(allMigrations);

describe('the list of migrations', () => {
  it('contains exactly the files of the folder, in order', () => {
    const files = readdirSync(join(__dirname, 'migrations')).filter((file) => /^\d.*\.ts$/.test(file));
    expect(names).toEqual(files.map((file) => file.slice(0, -'.ts'.length)).sort());
  });

  it('has a unique timestamp for each migration', () => {
    const stamps = names.map((name) => /^(\d{8}T\d{4})_[a-z0-9_]+$/.exec(name)?.[1]);
    expect(stamps).not.toContain(undefined);
    expect(new Set(stamps).size).toBe(names.length);
  });

  it('begins with the steps that former releases recorded under other names', () => {
    const present = Object.values(FORMER_STEPS);
    expect(present).toEqual(names.slice(0, present.length));
  });
});
