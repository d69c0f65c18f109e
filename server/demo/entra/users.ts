import { DOMAIN, PARTNERS } from '../company/company';
import { employerOf, ROLES_OF_CAST, type Person } from '../company/people';
import type { Plan } from '../plan';
import { entraUserId } from './directory';

/** A guest user from another company. */
export interface Guest {
  id: string;
  name: string;
  email: string;
  company: string;
}

export function guests({ seed }: Plan): Guest[] {
  const { agency, logs } = PARTNERS;
  const guest = (name: string, company: string, domain: string): Guest => {
    const email = `${name.toLowerCase().replace(' ', '.')}@${domain}`;
    return { id: seed.at('entra-guest', email).uuid(), name, email, company };
  };
  return [
    guest('Dana Osterman', agency.name, agency.domain),
    guest('Milo Brandvold', agency.name, agency.domain),
    guest('Ines Caldwell', logs.name, 'fathom.example'),
  ];
}

/** Returns whether an account is enabled. One former employee was forgotten. */
export function isEnabled(plan: Plan, person: Person): boolean {
  return !plan.hasLeft(person) || person.index === ROLES_OF_CAST.leaver;
}

/** Yields the users as Microsoft Graph lists them. */
export function* entraUsers(plan: Plan): Generator<Record<string, unknown>> {
  for (const person of plan.people()) yield userRow(plan, person);
  for (const guest of guests(plan)) yield guestRow(plan, guest);
}

function userRow(plan: Plan, person: Person): Record<string, unknown> {
  const { calendar } = plan;
  const rng = plan.seed.at('entra-user-row', person.index);
  const quiet = person.dormant ? rng.between(95, 240) : calendar.daysBefore + rng.int(5);
  const seen = Math.max(quiet, person.leftDaysAgo ?? calendar.lastPresent);
  const lastSignIn = person.joinedDaysAgo > seen ? calendar.at(seen, 30_000 + rng.int(20_000)) : null;
  return {
    id: entraUserId(plan, person),
    userPrincipalName: person.email,
    mail: person.email,
    displayName: person.name,
    givenName: person.given,
    surname: person.family,
    jobTitle: person.title,
    department: person.department.name,
    companyName: employerOf(person),
    employeeType: person.contractor ? 'Contractor' : 'Employee',
    city: person.office.city,
    country: person.office.country,
    usageLocation: person.office.countryCode,
    accountEnabled: isEnabled(plan, person),
    userType: 'Member',
    externalUserState: null,
    createdDateTime: calendar.at(person.joinedDaysAgo, 28_900),
    onPremisesSyncEnabled: null,
    signInActivity: { lastSignInDateTime: lastSignIn, lastNonInteractiveSignInDateTime: lastSignIn },
  };
}

function guestRow(plan: Plan, { id, name, email, company }: Guest): Record<string, unknown> {
  const [givenName, surname] = name.split(' ');
  return {
    id,
    userPrincipalName: `${email.replace('@', '_')}#EXT#@${DOMAIN}`,
    mail: email,
    displayName: name,
    givenName,
    surname,
    jobTitle: null,
    department: null,
    companyName: company,
    accountEnabled: true,
    userType: 'Guest',
    externalUserState: 'Accepted',
    createdDateTime: plan.calendar.at(460, 45_000),
    onPremisesSyncEnabled: null,
    signInActivity: { lastSignInDateTime: plan.calendar.at(211, 46_000), lastNonInteractiveSignInDateTime: null },
  };
}
