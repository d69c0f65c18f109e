import { accordingTo, type Statement } from './statement';

const GUIDE = 'https://docs.aws.amazon.com/IAM/latest/UserGuide';
const logic = accordingTo(`${GUIDE}/reference_policies_evaluation-logic.html`);
const boundary = accordingTo(`${GUIDE}/access_policies_boundaries.html`);
const element = accordingTo(`${GUIDE}/reference_policies_elements.html`);
const notAction = accordingTo(`${GUIDE}/reference_policies_elements_notaction.html`);
const notResource = accordingTo(`${GUIDE}/reference_policies_elements_notresource.html`);
const action = accordingTo(`${GUIDE}/reference_policies_elements_action.html`);
const arns = accordingTo(`${GUIDE}/reference-arns.html`);
const versions = accordingTo(`${GUIDE}/access_policies_managed-versioning.html`);
const groups = accordingTo(`${GUIDE}/id_groups.html`);
const operators = accordingTo(`${GUIDE}/reference_policies_elements_condition_operators.html`);
const keys = accordingTo(`${GUIDE}/reference_policies_condition-keys.html`);
const variables = accordingTo(`${GUIDE}/reference_policies_variables.html`);
const s3 = accordingTo('https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html');
const systems = accordingTo('https://docs.aws.amazon.com/service-authorization/latest/reference/list_awssystemsmanager.html');
const identityCenter = accordingTo('https://docs.aws.amazon.com/singlesignon/latest/userguide/referencingpermissionsets.html');

/** Statements about identity policies, boundaries and conditions in the production account. */
export const AWS_IDENTITY_STATEMENTS: readonly Statement[] = [
  logic('prod/idle', 'prod/payroll', '---', 'no policy allows anything, so the request is denied implicitly'),
  logic('prod/reader', 'prod/payroll', 'R--', 'an identity policy allows reading its objects'),
  logic('prod/reader', 'prod/releases', '---', 'the policy names another bucket'),
  logic('prod/reader', 'prod/payroll', 'may not s3:PutObject', 'only GetObject is allowed'),
  logic('prod/reader', 'prod/payroll', 'may not s3:ListBucket', 'the ARN of objects does not match the bucket itself'),
  logic('prod/owner', 'prod/payroll', 'RWA', 'the policy allows every action'),
  logic('prod/careful', 'prod/payroll', 'may not s3:PutObject', 'an explicit deny overrides the allow'),
  logic('prod/careful', 'prod/payroll', 'may s3:GetObject', 'the deny covers Put actions only'),
  logic('prod/careful', 'prod/payroll', 'may s3:DeleteObject', 'the deny covers Put actions only'),
  logic('prod/careful', 'prod/releases', 'may s3:PutObject', 'the deny names another bucket'),
  notAction('prod/not-iam', 'prod/payroll', 'RWA', 'NotAction allows every action that it does not name'),
  notAction('prod/not-iam', 'prod/idle', '---', 'NotAction excludes the actions of IAM'),
  notAction('prod/not-iam', 'prod/live', 'RWA', 'NotAction allows every action that it does not name'),
  notResource('prod/not-payroll', 'prod/payroll', '---', 'NotResource excludes the bucket and its objects'),
  notResource('prod/not-payroll', 'prod/releases', 'R--', 'NotResource covers everything that it does not name'),
  groups('prod/auditor', 'prod/payroll', 'R--', 'the policy of the group applies to its members'),
  groups('prod/auditors', 'prod/payroll', 'R--', 'the group shows the access that its members have'),
  versions('prod/auditor', 'prod/payroll', 'may not s3:PutObject', 'only the default version counts; an older one allows everything'),
  boundary('prod/fenced', 'prod/payroll', '---', 'the boundary allows only SQS'),
  boundary('prod/fenced', 'prod/jobs', '-W-', 'policy and boundary both allow sending'),
  boundary('prod/fenced', 'prod/jobs', 'may not sqs:DeleteMessage', 'the boundary allows it, but no policy does'),
  boundary('prod/warned', 'prod/payroll', '---', 'the boundary denies S3 on this bucket'),
  boundary('prod/warned', 'prod/releases', 'R--', 'the boundary allows everything else'),
  element('prod/wild', 'prod/payroll', 'may s3:GetObject', '? stands for one character'),
  element('prod/wild', 'prod/payroll', 'may not s3:GetObjectAcl', 'the pattern ends after Object'),
  action('prod/loud', 'prod/payroll', 'R--', 'names of actions ignore case'),
  arns('prod/misspelt', 'prod/payroll', '---', 'ARNs of resources distinguish upper and lower case'),
  s3('prod/lister', 'prod/payroll', '---', 'ListAllMyBuckets has no resource type'),
  s3('prod/lister', `prod/222233334444`, 'may s3:ListAllMyBuckets', 'the action is about the account'),
  s3('prod/bucket-only', 'prod/payroll', 'may s3:ListBucket', 'the action is about the bucket'),
  s3('prod/bucket-only', 'prod/payroll', 'may not s3:GetObject', 'the ARN of the bucket does not match its objects'),
  s3('prod/bucket-only', 'prod/payroll', 'may s3:PutBucketPolicy', 'the action is about the bucket'),
  systems('prod/operator', 'prod/payroll', '---', 'SendCommand only writes its output to the bucket'),
  operators('prod/here', 'prod/payroll', 'r--', 'the request decides its address'),
  operators('prod/with-code', 'prod/payroll', 'r--', 'the session decides whether a second factor was used'),
  keys('prod/data-team', 'prod/payroll', 'R--', 'the user has the tag team=data'),
  keys('prod/ops-team', 'prod/payroll', '---', 'the user has another value of the tag'),
  operators('prod/any-case', 'prod/payroll', 'R--', 'StringEqualsIgnoreCase ignores case'),
  operators('prod/untagged-if', 'prod/payroll', 'R--', 'IfExists holds where the key is missing'),
  operators('prod/untagged-strict', 'prod/payroll', '---', 'StringEquals fails where the key is missing'),
  operators('prod/untagged-not', 'prod/payroll', 'R--', 'StringNotEquals holds where the key is missing'),
  operators('prod/no-floor', 'prod/payroll', 'R--', 'Null true holds where the key is missing'),
  operators('prod/expired', 'prod/payroll', '---', 'the time has passed'),
  operators('prod/begun', 'prod/payroll', 'R--', 'the time has come'),
  operators('prod/future', 'prod/payroll', 'r--', 'the access ends at a time to come'),
  variables('prod/self', 'prod/self', 'R-A', 'the variable is the name of the user'),
  variables('prod/self', 'prod/idle', '---', 'the variable is the name of another user'),
  keys('prod/regional', 'prod/jobs', '-W-', 'the queue is in the region'),
  keys('prod/regional', 'prod/far', '---', 'the queue is in another region'),
  keys('prod/tagged-secrets', 'prod/live', 'R--', 'the secret has the tag'),
  keys('prod/tagged-secrets', 'prod/trial', '---', 'the secret has another value of the tag'),
  identityCenter('prod/administrator', 'prod/AWSReservedSSO_Admin_0123456789abcdef', 'R--', 'only IAM Identity Center changes its roles'),
  logic('prod/administrator', 'prod/idle', 'RWA', 'the policy allows every action of IAM'),
  logic('prod/administrator', 'prod/payroll', '---', 'the policy allows IAM only'),
];
