import { PARTNER, PROD } from './aws-accounts';
import { accordingTo, type Statement } from './statement';

const GUIDE = 'https://docs.aws.amazon.com/IAM/latest/UserGuide';
const ORGANIZATIONS = 'https://docs.aws.amazon.com/organizations/latest/userguide';
const sameAccount = accordingTo(`${GUIDE}/reference_policies_evaluation-logic_policy-eval-denyallow.html`);
const crossAccount = accordingTo(`${GUIDE}/reference_policies_evaluation-logic-cross-account.html`);
const boundary = accordingTo(`${GUIDE}/access_policies_boundaries.html`);
const principal = accordingTo(`${GUIDE}/reference_policies_elements_principal.html`);
const notPrincipal = accordingTo(`${GUIDE}/reference_policies_elements_notprincipal.html`);
const keys = accordingTo(`${GUIDE}/reference_policies_condition-keys.html`);
const kms = accordingTo('https://docs.aws.amazon.com/kms/latest/developerguide/key-policy-default.html');
const grants = accordingTo('https://docs.aws.amazon.com/kms/latest/developerguide/grants.html');
const endpoints = accordingTo('https://docs.aws.amazon.com/vpc/latest/privatelink/vpc-endpoints-access.html');
const points = accordingTo('https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-points-policies.html');
const viaService = accordingTo('https://docs.aws.amazon.com/kms/latest/developerguide/conditions-kms.html');
const scps = accordingTo(`${ORGANIZATIONS}/orgs_manage_policies_scps_evaluation.html`);
const rcps = accordingTo(`${ORGANIZATIONS}/orgs_manage_policies_rcps.html`);
const assume = accordingTo('https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html');
const tokens = accordingTo(`${GUIDE}/reference_policies_iam-condition-keys.html`);
const externalId = accordingTo(`${GUIDE}/id_roles_common-scenarios_third-party.html`);
const blocks = accordingTo('https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html');
const acls = accordingTo('https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html');
const ownership = accordingTo('https://docs.aws.amazon.com/AmazonS3/latest/userguide/about-object-ownership.html');
const lambda = accordingTo('https://docs.aws.amazon.com/lambda/latest/dg/permissions-function-services.html');
const tls = accordingTo('https://docs.aws.amazon.com/AmazonS3/latest/userguide/security-best-practices.html');

/** Statements about resource policies, organizations and roles, within and across the three accounts. */
export const AWS_RESOURCE_STATEMENTS: readonly Statement[] = [
  crossAccount('arn:aws:iam::999988887777:root', 'lab/samples', 'R--', 'the queue policy admits the account, which decides for its own identities'),
  sameAccount('prod/named', 'prod/ledger', 'R--', 'the bucket policy names the user, which suffices in its account'),
  sameAccount('prod/idle', 'prod/ledger', '---', 'the bucket policy names others'),
  principal('prod/idle', 'prod/ledger', 'may not s3:PutObject', 'naming the account only delegates to its identity policies'),
  boundary('prod/named-fenced', 'prod/ledger', 'R--', 'an implicit deny of the boundary does not limit a resource policy that names the user'),
  boundary('prod/named-role', 'prod/ledger', '---', 'the boundary limits what a resource policy gives to a role'),
  crossAccount('lab/researcher', 'prod/ledger', 'R--', 'both accounts allow it'),
  crossAccount('lab/visitor', 'prod/ledger', '---', 'the bucket policy names the user, but no identity policy allows it'),
  crossAccount('lab/narrow', 'prod/ledger', '---', 'the identity policy names another bucket'),
  crossAccount('lab/researcher', 'prod/releases', '---', 'the bucket has no policy that admits the account'),
  crossAccount('management/chief', 'prod/payroll', '---', 'administrators of another account need a resource policy too'),
  rcps('arn:aws:iam::999988887777:root', 'prod/ledger', 'r--', 'the resource control policy admits the account only if it joined the organization'),
  rcps('arn:aws:iam::999988887777:root', 'prod/jobs', 'r--', 'the resource control policy admits the account only if it joined the organization'),
  notPrincipal('prod/spared', 'prod/vault', 'R--', 'user and account are both exempt from the deny'),
  notPrincipal('prod/owner', 'prod/vault', 'may not s3:GetObject', 'the deny exempts others'),
  notPrincipal('prod/owner', 'prod/vault', 'may s3:ListBucket', 'the deny covers objects only'),
  notPrincipal('prod/half-spared', 'prod/strict', 'r--', 'the account is not exempt, so the user may be denied'),
  notPrincipal('prod/spared-fenced', 'prod/vault', '---', 'a principal with a boundary is always denied'),
  tls('prod/owner', 'prod/secure', 'rwa', 'requests without TLS are denied'),
  keys('management/treasurer', 'prod/shared', 'R--', 'the management account is in the organization'),
  keys('lab/researcher', 'prod/shared', 'R--', 'the account is in the organization'),
  keys('lab/visitor', 'prod/shared', '---', 'no identity policy of its account allows it'),
  keys('*', 'prod/shared', '---', 'an anonymous request belongs to no organization'),
  keys('lab/researcher', 'prod/by-account', 'R--', 'the account is the one of the condition'),
  keys('management/treasurer', 'prod/by-account', '---', 'the condition admits another account'),
  keys('lab/researcher', 'prod/by-path', 'R--', 'the account is in the organizational unit'),
  keys('management/treasurer', 'prod/by-path', '---', 'the management account is in the root'),
  keys('prod/idle', 'prod/by-path', '---', 'the account is in another organizational unit'),
  rcps('*', 'prod/open', '---', 'the resource control policy denies S3 to requests from outside the organization'),
  principal('prod/idle', 'prod/open', 'R--', 'the policy names everyone, and the user is in the organization'),
  principal('lab/researcher', 'prod/open', 'R--', 'the policy names everyone, and the identity policy allows it'),
  rcps('*', 'prod/news', 'may sns:Publish', 'resource control policies do not cover SNS'),
  principal('*', 'lab/plaza', 'R--', 'the policy names everyone'),
  principal('lab/visitor', 'lab/plaza', 'R--', 'the policy names everyone'),
  principal('*', 'lab/plaza', 'may not s3:PutObject', 'the policy allows reading only'),
  blocks('*', 'lab/shut', '---', 'the bucket restricts its public policy to its account'),
  blocks('management/treasurer', 'lab/shut', '---', 'the bucket restricts its public policy to its account'),
  blocks('lab/visitor', 'lab/shut', 'R--', 'the account itself keeps its access'),
  acls('*', 'lab/leaflets', 'R--', 'the list lets everyone read'),
  ownership('*', 'lab/sealed', '---', 'the owner is enforced, so the list has no effect'),
  endpoints('prod/idle', 'prod/by-endpoint', 'r--', 'the bucket demands an endpoint whose policy lets only reads pass'),
  endpoints('prod/idle', 'prod/by-endpoint', 'may not s3:PutObject', 'the policy of the demanded endpoint allows no writes'),
  endpoints('prod/named', 'prod/by-endpoint', '---', 'no endpoint of the demanded network lets this action pass'),
  endpoints('prod/auditor', 'prod/by-endpoint', '-w-', 'the policy of the demanded endpoint is unknown'),
  endpoints('prod/owner', 'prod/endpoint-only', 'r--', 'the bucket denies all other paths, and the endpoint lets only reads pass'),
  endpoints('prod/owner', 'prod/releases', 'RWA', 'an endpoint policy removes nothing that other paths give'),
  points('prod/idle', 'prod/by-point', 'R--', 'the bucket delegates to its access points, and one of them names the user'),
  points('prod/idle', 'prod/by-point', 'may not s3:PutObject', 'the access point lets the user read only'),
  points('prod/named', 'prod/by-point', '-W-', 'the access point lets the user write'),
  points('lab/researcher', 'prod/by-point', 'R--', 'the access point admits the account, whose identity policy allows it'),
  points('lab/visitor', 'prod/by-point', '---', 'no identity policy of the other account allows it'),
  points('prod/assumer', 'prod/by-point', 'r--', 'the access point takes requests from its VPC only'),
  points('prod/blocked', 'prod/by-point', 'r--', 'the access point denies some objects'),
  points('prod/pointed', 'prod/by-point', 'R--', 'an identity policy allows the access point, to which the bucket delegates'),
  points('prod/pointed', 'prod/by-point', 'may not s3:PutObject', 'the identity policy allows reading only'),
  points('prod/any-point', 'prod/by-point', 'RWA', 'an identity policy allows every access point, and the bucket delegates everything'),
  points('prod/any-point', 'prod/by-point', 'may not s3:DeleteBucket', 'an access point does not support this operation'),
  points('prod/unpointed', 'prod/by-point', 'rwa', 'an identity policy denies the objects of the access point'),
  points('prod/point-fenced', 'prod/by-point', 'r--', 'a permissions boundary may limit the access point'),
  points('prod/deployer', 'prod/by-point', '---', 'no access point names the role'),
  points('*', 'prod/by-point', '---', 'the bucket delegates to access points, and none of them admits everyone'),
  points('prod/idle', 'prod/half-open', 'R--', 'the access point admits everyone to what the bucket delegates'),
  points('prod/idle', 'prod/half-open', 'may not s3:PutObject', 'the bucket delegates reading only'),
  rcps('*', 'prod/half-open', '---', 'the resource control policy denies S3 to requests from outside the organization'),
  kms('prod/decrypter', 'prod/delegated', 'R--', 'the key policy delegates to identity policies'),
  kms('prod/decrypter', 'prod/closed', '---', 'the key policy does not delegate to the account'),
  kms('prod/owner', 'prod/closed', '---', 'not even an administrator has access without the key policy'),
  kms('prod/key-user', 'prod/closed', 'R--', 'the key policy names the role'),
  kms('prod/named', 'prod/closed', 'R--', 'the key policy names the user'),
  kms('prod/idle', 'prod/delegated', '---', 'no identity policy allows it'),
  grants('prod/idle', 'prod/closed', 'RW-', 'a grant lets the user decrypt and generate data keys'),
  grants('prod/idle', 'prod/closed', 'may not kms:Encrypt', 'the grant names other operations'),
  grants('prod/machine', 'prod/closed', 'Rw-', 'the grant demands an encryption context, which DescribeKey does not have'),
  grants('lab/visitor', 'prod/closed', 'R--', 'the grant needs no policy in the account of the grantee'),
  grants('lab/visitor', 'prod/closed', 'may not kms:Encrypt', 'the grant names another operation'),
  grants('prod/reader', 'prod/closed', 'may kms:RetireGrant', 'the user is the retiring principal of a grant'),
  grants('prod/reader', 'prod/closed', 'may not kms:Decrypt', 'a retiring principal may only retire the grant'),
  viaService('prod/decrypter', 'prod/through-s3', 'r--', 'the key policy delegates only requests through S3'),
  kms('prod/owner', 'prod/delegated', 'RWA', 'the key policy delegates every action'),
  scps('prod/owner', 'prod/payroll', 'may not s3:DeleteBucket', 'the organizational unit denies it'),
  scps('prod/owner', 'prod/payroll', 'may s3:DeleteObject', 'every level allows it'),
  scps('prod/owner', 'prod/jobs', 'may not sqs:DeleteQueue', 'the root denies it'),
  scps('management/chief', 'management/mail', 'may sqs:DeleteQueue', 'service control policies do not limit the management account'),
  scps('management/chief', 'management/books', 'may s3:DeleteBucket', 'service control policies do not limit the management account'),
  scps('lab/researcher', 'lab/samples', 'R--', 'the organizational unit allows receiving only'),
  scps('lab/researcher', 'lab/samples', 'may not sqs:SendMessage', 'the organizational unit does not allow it'),
  scps('lab/researcher', 'prod/jobs', '---', 'the queue admits the account, whose organizational unit does not allow sending'),
  lambda('s3.amazonaws.com', 'prod/ship', '-W-', 'the function policy lets the service invoke it'),
  lambda('lab/researcher', 'prod/ship', '---', 'the function policy admits only the service'),
  keys('sns.amazonaws.com', 'prod/jobs', '-w-', 'only messages of one topic are accepted'),
  assume('prod/assumer', 'prod/deployer', 'assumes', 'the trust policy names the account, and an identity policy allows it'),
  assume('prod/idle', 'prod/deployer', 'cannot assume', 'naming the account requires an identity policy'),
  assume('prod/blocked', 'prod/deployer', 'cannot assume', 'an identity policy denies it'),
  assume('prod/blocked', 'prod/direct', 'cannot assume', 'the trust policy names another user'),
  assume('prod/idle', 'prod/direct', 'assumes', 'the trust policy names the user of its own account'),
  assume('prod/owner', 'prod/direct', 'cannot assume', 'the trust policy names another user'),
  assume('prod/idle', 'prod/guarded', 'assumes under conditions', 'the session must have a second factor'),
  assume('prod/owner', 'prod/machine', 'cannot assume', 'the trust policy names only a service'),
  assume('lab/researcher', 'prod/from-lab', 'assumes', 'both accounts allow it'),
  assume('lab/visitor', 'prod/from-lab', 'cannot assume', 'its own account does not allow it'),
  assume('prod/assumer', 'prod/from-lab', 'cannot assume', 'the trust policy names another account'),
  externalId('lab/researcher', 'prod/external', 'assumes under conditions', 'the request must contain the external id'),
  rcps(
    `arn:aws:iam::${PARTNER}:root`,
    'prod/partner',
    'assumes under conditions',
    'the resource control policy admits the account only if it joined the organization',
  ),
  keys(`arn:aws:iam::${PARTNER}:root`, 'prod/partner-team', 'assumes under conditions', 'only some roles of the account have such an ARN'),
  tokens(
    `arn:aws:iam::${PROD}:oidc-provider/token.actions.githubusercontent.com`,
    'prod/pipeline',
    'assumes under conditions',
    'the trust policy demands a repository',
  ),
  tokens(
    `arn:aws:iam::${PROD}:oidc-provider/token.actions.githubusercontent.com`,
    'prod/either',
    'cannot assume',
    'its tokens do not have the key of the other provider',
  ),
  tokens('cognito-identity.amazonaws.com', 'prod/either', 'assumes under conditions', 'the token must be of the identity pool'),
  rcps('cognito-identity.amazonaws.com', 'prod/app-users', 'cannot assume', 'the resource control policy admits only tokens of another provider'),
  principal('lab/researcher', 'prod/open-role', 'assumes', 'the trust policy names everyone'),
  principal('prod/idle', 'prod/open-role', 'assumes', 'the trust policy names everyone, as if it named the user'),
];
