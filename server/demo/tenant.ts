import { awsBundles } from './aws/bundle';
import { azureBundles } from './azure/bundle';
import { Calendar } from './calendar';
import type { DemoBundle } from './files';
import { entraBundle } from './entra/bundle';
import { gcpBundles } from './gcp/bundle';
import { oktaBundle } from './okta/bundle';
import { Plan, type DemoOptions } from './plan';

/** The made-up company, one day after the other and the oldest first. */
export function* demoDays(options: DemoOptions): Generator<{ day: string; bundles: Iterable<DemoBundle> }> {
  for (let daysBefore = options.days - 1; daysBefore >= 0; daysBefore--) {
    const plan = new Plan(options, new Calendar(options.end, daysBefore));
    yield { day: plan.calendar.day, bundles: bundlesOf(plan) };
  }
}

/** The bundles of all its days. The same options give the same bytes; nothing is made before it is asked for. */
export function* demoTenant(options: DemoOptions): Generator<DemoBundle> {
  for (const { bundles } of demoDays(options)) yield* bundles;
}

/** The bundles of one of its days. */
export function* bundlesOf(plan: Plan): Generator<DemoBundle> {
  // The directories come first: what the clouds say of people is about those in them.
  yield entraBundle(plan);
  yield oktaBundle(plan);
  yield* awsBundles(plan);
  yield* azureBundles(plan);
  yield* gcpBundles(plan);
}
