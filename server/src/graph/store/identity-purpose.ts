import { sql, type RawBuilder } from 'kysely';

/** The purposes of identities. All but `ordinary` exist to stay idle or belong to the provider, so disuse is no reason to remove them. */
export const PURPOSES = ['ordinary', 'break-glass', 'service-linked', 'provider-managed'] as const;
export type IdentityPurpose = (typeof PURPOSES)[number];

/** Names of accounts for emergencies, such as break-glass, BreakGlassAdmin, firecall and emergency-access. */
const BREAK_GLASS = '(break[-_ ]?glass|fire[-_ ]?call|emergency[-_ ]?(access|account|admin|user|role))';

/**
 * Returns the purpose of the identity with this table alias. A name or a tag (`break-glass`, or `purpose` with that value) marks an account
 * for emergencies.
 * @see AWS IAM User Guide, "Create a service-linked role": only the service can assume the role, and its path is /aws-service-role/
 * @see AWS IAM Identity Center User Guide, "Permission sets": roles under /aws-reserved/ belong to the service
 * @see Google Cloud IAM, "Service agents": service accounts that Google creates and manages
 */
export function purposeOf(alias: string): RawBuilder<IdentityPurpose> {
  const [id, name, attributes] = ['native_id', 'name', 'attributes'].map((column) => sql.ref(`${alias}.${column}`));
  return sql<IdentityPurpose>`(case
    when ${id} like '%:role/aws-service-role/%' then 'service-linked'
    when ${id} like '%:role/aws-reserved/%' or ${id} ~ '(^|:)(service-[0-9]+@.*[.]iam[.]|[0-9]+@cloudservices[.]|.*@gcp-sa-.*[.]iam[.])gserviceaccount[.]com$'
      then 'provider-managed'
    when ${name} ~* ${BREAK_GLASS} or lower(coalesce(${attributes} ->> 'tag.break-glass', ${attributes} ->> 'tag.breakglass', 'false')) not in ('false', 'no', '0')
      or ${attributes} ->> 'tag.purpose' ~* ${BREAK_GLASS} then 'break-glass'
    else 'ordinary' end)`;
}
