import { ACCESS_GROUPS, type AccessGroup } from '../company/access-groups';
import { COMPANY } from '../company/company';
import type { Membership } from '../company/membership';
import { employerOf, type Person } from '../company/people';
import { listFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { link, oktaGroupId, oktaTime, oktaUserId } from './org';

/** Yields users, groups and memberships. Okta has no nested groups, so indirect members become direct ones. */
export function* peopleFiles(plan: Plan, membership: Membership): Generator<DemoFile> {
  yield listFile('users.json', users(plan, plan.people()));
  yield listFile(
    'groups.json',
    ACCESS_GROUPS.map((group) => oktaGroup(plan, group)),
  );
  for (const { key } of ACCESS_GROUPS) {
    const people = membership.all(key);
    if (people.length > 0) yield listFile(`group-members/${oktaGroupId(plan, key)}.json`, users(plan, people));
  }
}

function* users(plan: Plan, people: Iterable<Person>): Generator<Record<string, unknown>> {
  for (const person of people) yield oktaUser(plan, person);
}

function oktaUser(plan: Plan, person: Person): Record<string, unknown> {
  const { calendar } = plan;
  const id = oktaUserId(plan, person);
  const rng = plan.seed.at('okta-user-row', person.index);
  const joined = oktaTime(calendar.at(person.joinedDaysAgo, 28_800));
  const left = person.leftDaysAgo !== null && plan.hasLeft(person) ? oktaTime(calendar.at(person.leftDaysAgo, 61_200)) : null;
  const quiet = person.dormant ? rng.between(95, 240) : calendar.daysBefore + rng.int(4);
  const seen = Math.max(quiet, (person.leftDaysAgo ?? calendar.lastPresent) + 1);
  const hasStarted = person.joinedDaysAgo > seen;
  return {
    id,
    status: left ? 'DEPROVISIONED' : hasStarted ? 'ACTIVE' : 'PROVISIONED',
    created: joined,
    activated: joined,
    statusChanged: left ?? joined,
    lastLogin: hasStarted ? oktaTime(calendar.at(seen, 30_000 + rng.int(20_000))) : null,
    lastUpdated: left ?? joined,
    passwordChanged: oktaTime(calendar.at(Math.min(person.joinedDaysAgo, 40 + rng.int(80)), 31_000)),
    type: { id: `oty${plan.seed.at('okta-user-type').alphanumeric(17)}` },
    profile: {
      firstName: person.given,
      lastName: person.family,
      login: person.email,
      email: person.email,
      department: person.department.name,
      title: person.title,
      city: person.office.city,
      countryCode: person.office.countryCode,
      organization: employerOf(person),
      userType: person.contractor ? 'Contractor' : 'Employee',
      mobilePhone: null,
      secondEmail: null,
    },
    credentials: { provider: { type: 'OKTA', name: 'OKTA' } },
    _links: { self: link(`users/${id}`) },
  };
}

function oktaGroup(plan: Plan, { key, name, description }: AccessGroup): Record<string, unknown> {
  const id = oktaGroupId(plan, key);
  const made = oktaTime(plan.calendar.at(1020, 29_000));
  // Okta's built-in group `Everyone` contains every user and cannot be changed.
  const isEverybody = key === 'all-staff';
  return {
    id,
    created: made,
    lastUpdated: made,
    lastMembershipUpdated: oktaTime(plan.calendar.at(plan.calendar.daysBefore + 1, 52_000)),
    objectClass: ['okta:user_group'],
    type: isEverybody ? 'BUILT_IN' : 'OKTA_GROUP',
    profile: isEverybody ? { name: 'Everyone', description: `Everybody of ${COMPANY}` } : { name, description },
    _links: { users: link(`groups/${id}/users`), apps: link(`groups/${id}/apps`) },
  };
}
