import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Calendar } from '../calendar';
import { Plan } from '../plan';
import { SMALL_COMPANY } from '../small-company';
import { faultsOf } from './faults';

const faults = Object.values(faultsOf(new Plan(SMALL_COMPANY, new Calendar('2026-03-31', 0)))).flat();

describe('the planted weaknesses of the demo company', () => {
  it.each(faults.map(({ title, ...fault }) => [title, fault] as const))('are documented in docs/demo.md: %s', (title, { story, query, finds }) => {
    const handbook = readFileSync(join(__dirname, '../../../docs/demo.md'), 'utf8');
    expect(handbook).toContain(`**${title}.** ${story}`);
    expect(handbook).toContain(`    ${query}`);
    expect(finds).not.toBe('');
  });

  it('have unique titles', () => {
    expect(new Set(faults.map(({ title }) => title)).size).toBe(faults.length);
  });
});
