import type { Plan } from '../plan';
import { link, oktaTime, oktaUserId } from './org';

/** Yields the factors of current users. The company requires an authenticator at every sign-in; older users also have a security question. */
export function* factors(plan: Plan): Generator<Record<string, unknown>> {
  for (const person of plan.people()) {
    if (person.leftDaysAgo !== null && plan.hasLeft(person)) continue;
    const userId = oktaUserId(plan, person);
    const rng = plan.seed.at('okta-factors', person.index);
    const made = oktaTime(plan.calendar.at(person.joinedDaysAgo, 32_400));
    const factor = (prefix: string, factorType: string, profile: object): object => {
      const id = `${prefix}${rng.alphanumeric(17)}`;
      return {
        id,
        factorType,
        provider: 'OKTA',
        vendorName: 'OKTA',
        status: 'ACTIVE',
        created: made,
        lastUpdated: made,
        profile,
        _links: { self: link(`users/${userId}/factors/${id}`), user: link(`users/${userId}`) },
      };
    };
    const authenticator = factor('opf', 'push', { credentialId: person.email, deviceType: 'SmartPhone_IPhone', platform: 'IOS', name: 'iPhone' });
    const question = factor('ufs', 'question', { question: 'first_award' });
    yield { userId, factors: person.joinedDaysAgo > 700 ? [question, authenticator] : [authenticator] };
  }
}
