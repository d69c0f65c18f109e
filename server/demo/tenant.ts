import { awsBundles } from './aws/bundle';
import { azureBundles } from './azure/bundle';
import { Calendar } from './calendar';
import type { DemoBundle } from './files';
import { entraBundle } from './entra/bundle';
import { gcpBundles } from './gcp/bundle';
import { oktaBundle } from './okta/bundle';
import { Plan, type DemoOptions } from './plan';

/** Yields the days of the made-up company, the oldest first. */
export function* demoDays(options: DemoOptions): Generator<{ day: string; bundles: Iterable<DemoBundle> }> {
  for (let daysBefore = options.days - 1; daysBefore >= 0; daysBefore--) {
    const plan = new Plan(options, new Calendar(options.end, daysBefore));
    yield { day: plan.calendar.day, bundles: bundlesOf(plan) };
  }
}

/** Yields the bundles of all days on demand. Equal options give equal bytes. */
export function* demoTenant(options: DemoOptions): Generator<DemoBundle> {
  for (const { bundles } of demoDays(options)) yield* bundles;
}

/** Yields the bundles of one day. */
export function* bundlesOf(plan: Plan): Generator<DemoBundle> {
  // The directories come first, because the clouds refer to their users.
  yield entraBundle(plan);
  yield oktaBundle(plan);
  yield* awsBundles(plan);
  yield* azureBundles(plan);
  yield* gcpBundles(plan);
}
