import { MOST_SIGN_ON_DOMAINS } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { unprocessable } from '../../platform/http/errors';

/** Domains in which anybody can get an e-mail. */
const PUBLIC_DOMAINS = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com icloud.com
   me.com mac.com aol.com proton.me protonmail.com pm.me gmx.com gmx.net gmx.de
   web.de t-online.de mail.com mail.ru yandex.com zoho.com fastmail.com hey.com tutanota.com
   qq.com 163.com 126.com naver.com orange.fr free.fr libero.it`.split(/\s+/),
);

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/** Returns the domain of an e-mail. */
export function domainOf(email: string): string {
  return email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
}

/** Reports whether a domain belongs to an organization, so that its provider may speak for the e-mails in it. */
export function isOfOrganization(domain: string): boolean {
  return DOMAIN.test(domain) && !PUBLIC_DOMAINS.has(domain);
}

/**
 * Checks the domains that a tenant wants its provider to sign in.
 * @param usable the domains of users whom the operator added to this tenant, and to no other. The operator vouches for them in this way.
 * @returns the domains in lower case, without repetition
 * @throws ApiError 422 for a domain that the tenant may not use
 */
export function checkedDomains(typed: readonly string[], usable: readonly string[]): string[] {
  const domains = [...new Set(typed.map((domain) => domain.trim().toLowerCase().replace(/^@/, '')))].sort();
  if (domains.length === 0 || domains.length > MOST_SIGN_ON_DOMAINS)
    throw unprocessable('DOMAINS', `Enter 1 to ${MOST_SIGN_ON_DOMAINS} domains of e-mails, such as example.com.`);
  for (const domain of domains) {
    if (!DOMAIN.test(domain)) throw unprocessable('DOMAIN', `"${domain}" is not a domain. Enter the part of your e-mails after the @.`, { domain });
    if (PUBLIC_DOMAINS.has(domain))
      throw unprocessable('DOMAIN', `Anybody can get an e-mail in ${domain}. Enter a domain that your organization owns.`, { domain });
    if (!usable.includes(domain))
      throw unprocessable(
        'DOMAIN_NOT_VOUCHED',
        `Your tenant cannot use ${domain} yet. Ask your operator to add a user of your tenant with an e-mail in it. Only one tenant can have such users.`,
        { domain },
      );
  }
  return domains;
}

/** Replaces the domains of a tenant. @throws ApiError 422 if another tenant has one of them */
export async function replaceDomainsIn(tx: Tx, tenantId: string, domains: readonly string[], isActive: boolean): Promise<void> {
  await tx.deleteFrom('sign_on_domain').where('tenant_id', '=', tenantId).execute();
  for (const domain of domains) {
    const { numInsertedOrUpdatedRows: inserted } = await tx
      .insertInto('sign_on_domain')
      .values({ domain, tenant_id: tenantId, is_active: isActive })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (inserted !== 1n) throw unprocessable('DOMAIN_TAKEN', `Another tenant signs in the users of ${domain}. Ask your operator.`, { domain });
  }
}
