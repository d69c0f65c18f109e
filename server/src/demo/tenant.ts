import { awsBundles } from './aws/bundle';
import { azureBundles } from './azure/bundle';
import { Calendar } from './calendar';
import type { DemoBundle } from './files';
import { entraBundle } from './entra/bundle';
import { gcpBundles } from './gcp/bundle';
import { oktaBundle } from './okta/bundle';
import { Plan, type DemoOptions } from './plan';

/**
 * The bundles of the made-up company, one day after the other and the oldest first. The same options give the same bytes; nothing is
 * made before it is asked for.
 */
export function* demoTenant(options: DemoOptions): Generator<DemoBundle> {
  for (let daysBefore = options.days - 1; daysBefore >= 0; daysBefore--) {
    const plan = new Plan(options, new Calendar(options.end, daysBefore));
    // The directories come first: what the clouds say of people is about those in them.
    yield entraBundle(plan);
    yield oktaBundle(plan);
    yield* awsBundles(plan);
    yield* azureBundles(plan);
    yield* gcpBundles(plan);
  }
}
