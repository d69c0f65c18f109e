import { awsBundles } from './aws/bundle';
import { azureBundles } from './azure/bundle';
import { Calendar } from './calendar';
import type { DemoBundle } from './files';
import { gcpBundles } from './gcp/bundle';
import { Plan, type DemoOptions } from './plan';

/**
 * The bundles of the made-up company, one day after the other and the oldest first. The same options give the same bytes; nothing is
 * made before it is asked for.
 */
export function* demoTenant(options: DemoOptions): Generator<DemoBundle> {
  for (let daysBefore = options.days - 1; daysBefore >= 0; daysBefore--) {
    const plan = new Plan(options, new Calendar(options.end, daysBefore));
    yield* awsBundles(plan);
    yield* azureBundles(plan);
    yield* gcpBundles(plan);
  }
}
