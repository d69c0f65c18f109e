import { Calendar } from '../../demo/calendar';
import { zipBundle } from '../../demo/zip-bundle';
import type { DemoBundle } from '../../demo/files';
import { Plan } from '../../demo/plan';

/** The demo company as of yesterday, the last day that has ended in every time zone. */
export function companyYesterday(): Plan {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  return new Plan({ size: 'S', seed: 1 }, new Calendar(yesterday, 0));
}

/** Returns a bundle as a user would upload it. */
export async function exportOf(bundle: DemoBundle): Promise<Uint8Array> {
  return new Uint8Array(await zipBundle(bundle, { compress: false }));
}

/** Describes the first difference of two graph exports; null if they are equal. */
export function firstDifference(one: string, other: string): string | null {
  if (one === other) return null;
  const [lines, others] = [one.split('\n'), other.split('\n')];
  const at = lines.findIndex((line, index) => line !== others[index]);
  return `line ${at}:\n${lines[at]}\n${others[at]}`;
}
