import { ACCESS_LEVELS, type Api } from '@cam/contracts';
import { CliFailure } from './failure';
import { isoTime } from './time';

/** Options of a new access request. */
export interface RequestOptions {
  for: string;
  to: string;
  level?: string;
  actions?: string[];
  reason: string;
  unit?: string;
  steps?: string;
  hours?: string;
  until?: string;
}

type NewRequest = Omit<Api['POST /v1/access-requests']['body'], 'req_hdr' | 'account_id' | 'account_uid'>;

/** Returns the wanted access of the options. @throws CliFailure unless they name either a level or actions */
export function wantedOf({ for: identity_uri, to: resource_uri, level, actions }: Pick<RequestOptions, 'for' | 'to' | 'level' | 'actions'>) {
  const known = ACCESS_LEVELS.find((one) => one.toLowerCase() === level?.toLowerCase());
  if (level !== undefined && known === undefined) throw new CliFailure(`Invalid value "${level}" for --level. Use read, write or admin.`);
  if ((known === undefined) === (actions === undefined)) throw new CliFailure('Say what is wanted in one way: --level or --actions.');
  return { identity_uri, resource_uri, ...(known === undefined ? { actions } : { level: known }) };
}

/** Returns the request that the options describe. @throws CliFailure for options that contradict each other */
export function requestOf(options: RequestOptions): NewRequest {
  const { reason, unit, steps, hours, until } = options;
  if ((hours === undefined) === (until === undefined)) throw new CliFailure('Say how long the access is needed in one way: --hours or --until.');
  if (hours !== undefined && !/^[1-9]\d{0,3}$/.test(hours)) throw new CliFailure(`Invalid value "${hours}" for --hours. Use a whole number from 1.`);
  if ((unit === undefined) === (steps === undefined))
    throw new CliFailure(
      'Say what should give the access in one way: --unit with a key that "cam request units" lists, or --steps in your own words.',
    );
  return {
    ...wantedOf(options),
    reason,
    ...(unit === undefined ? { steps } : { unit }),
    ...(hours === undefined ? { until: isoTime(until ?? '') } : { hours: Number(hours) }),
  };
}
