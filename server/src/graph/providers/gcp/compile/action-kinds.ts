import type { AccessKind } from '../../../engine/catalogue/action-kinds';

/** Permissions that change IAM policies, or let their holder act as a service account. */
const ADMINISTERS =
  /\.setIamPolicy$|\.(?:create|update|delete)PolicyBinding$|^iam\.(?:roles\.(?:create|update|undelete|delete)|serviceAccounts\.(?:actAs|getAccessToken|getOpenIdToken|signBlob|signJwt|implicitDelegation)|serviceAccountKeys\.(?:create|enable|upload)|serviceAccountApiKeyBindings\.create|denypolicies\.(?:create|update|delete)|principalaccessboundarypolicies\.(?:create|update|delete|bind|unbind)|workloadIdentityPool(?:Provider)?s\.(?:create|update)|workforcePool(?:Provider)?s\.(?:create|update))$|^orgpolicy\.(?:policy\.set|policies\.(?:create|update|delete))$|^resourcemanager\.(?:tagHolds\.\w+|hierarchyNodes\.(?:create|delete)TagBinding)$|^container\.(?:clusterRoles|roles)\.(?:bind|escalate)$|^container\.(?:clusterRoleBindings|roleBindings|clusterRoles|roles)\.(?:create|update|delete)$|^billing\.resourceAssociations\.(?:create|delete)$|^storage\.hmacKeys\.create$|^bigquery\.(?:datasets\.setIamPolicy|rowAccessPolicies\.(?:create|update|delete))$|\.(?:create|delete)TagBinding$/;

/** Verbs that only read. */
const SHOWS =
  /^(?:get|list|read|search|query|view|fetch|lookup|export|download|check|validate|watch|aggregate|analyze|calculate|explain|preview|predict|sample|resolve|test|verify|discover|diagnose|retrieve|access|render|compare|evaluate|simulate|report|count|summar|browse|chat|complete|queryable|detect|useReadOnly|consume|pull|partitionRead|beginReadOnly|maskedGet|wait|decrypt)/;

/** Verbs that begin like a reading verb but do more. */
const DOES_MORE = /^(?:getAccessToken|getOpenIdToken|readWrite|accessViaIAP|testIamPermissionsWrite|exportImage)$/;

/** Permissions that return a credential or secret. */
const HANDS_OUT_CREDENTIALS =
  /^(?:secretmanager\.versions\.access|iam\.serviceAccountKeys\.create|iam\.serviceAccounts\.(?:getAccessToken|getOpenIdToken|signBlob|signJwt)|storage\.hmacKeys\.create|apikeys\.keys\.(?:create|getKeyString|get|list)|cloudsql\.(?:users\.(?:create|update)|instances\.login)|container\.(?:secrets\.(?:get|list)|serviceAccounts\.createToken|clusters\.getCredentials)|compute\.instances\.(?:getSerialPortOutput|osAdminLogin|osLogin|setMetadata)|compute\.projects\.setCommonInstanceMetadata|clientauthconfig\.clients\.(?:getWithSecret|listWithSecrets|createSecret)|bigquery\.connections\.get|cloudkms\.cryptoKeyVersions\.useToDecrypt)$/;

/** Permissions that run the holder's code in a resource with a service account. */
const RUNS_CODE =
  /^(?:compute\.instances\.(?:create|setServiceAccount|setMetadata)|compute\.instanceTemplates\.create|cloudfunctions\.functions\.(?:create|update|sourceCodeSet)|run\.(?:services|jobs)\.(?:create|update)|cloudbuild\.builds\.create|deploymentmanager\.deployments\.(?:create|update)|composer\.environments\.(?:create|update)|dataflow\.jobs\.(?:create|update)|dataproc\.(?:clusters|jobs)\.create|cloudscheduler\.jobs\.(?:create|update)|workflows\.workflows\.(?:create|update)|notebooks\.instances\.(?:create|update)|aiplatform\.customJobs\.create|appengine\.versions\.create|container\.pods\.(?:create|exec)|container\.clusters\.update|cloudtasks\.tasks\.create|eventarc\.triggers\.create)$/;

/** Returns the kind of access that a GCP permission gives, by its verb. Permissions that change IAM policies or allow impersonation are ADMIN. */
export function kindOfGcpPermission(permission: string): AccessKind {
  if (ADMINISTERS.test(permission)) return 'ADMIN';
  const verb = permission.slice(permission.lastIndexOf('.') + 1);
  if (permission === 'cloudkms.cryptoKeyVersions.useToDecrypt') return 'READ';
  return SHOWS.test(verb) && !DOES_MORE.test(verb) ? 'READ' : 'WRITE';
}

/** Reports whether a permission allows privilege escalation, reading credentials, or exposing resources to others. */
export function isSensitiveGcpPermission(permission: string): boolean {
  return kindOfGcpPermission(permission) === 'ADMIN' || HANDS_OUT_CREDENTIALS.test(permission) || RUNS_CODE.test(permission);
}
