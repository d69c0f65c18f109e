import { ROLES_OF_CAST } from './people';
import { ODD_PLACES, type Place } from './places';

/** Day of a password spray attack, in days before the end. */
export const SPRAYED_DAYS_AGO = 4;

/** Whoever sprayed the passwords, and what succeeded. */
export const INTRUDER = {
  place: ODD_PLACES[0] as Place,
  address: `${(ODD_PLACES[0] as Place).network}.23`,
  /** Index of the person whose password was guessed. */
  victim: ROLES_OF_CAST.reliability,
  /** Day on which somebody else used that person's access key in the log archive, in days before the end. */
  keyUsedDaysAgo: 3,
} as const;
