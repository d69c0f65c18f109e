import { at, fields, list, text } from '../../platform/json-values';
import { mitre, REMOTE_PORTS, stratus, type EventRule } from './event-rule';
import { CLOUD_EVENT_RULES } from './event-rules-clouds';
import type { LoggedEvent } from './logged-event';
import { isForOutsiders, outsidersOf } from './outsiders';

const parameters = ({ record }: LoggedEvent) => fields(record?.requestParameters);

/** Returns the user that a call changes if it is not the caller. */
function otherUser(event: LoggedEvent): string | null {
  const user = text(parameters(event).userName);
  return user !== '' && !event.identity.endsWith(`/${user}`) ? user : null;
}

const ADMINISTRATORS = /:policy\/(?:AdministratorAccess|IAMFullAccess|PowerUserAccess)$/;
/** Rules for AWS calls, and for the same calls in other clouds. */
const COMMON_RULES: readonly EventRule[] = [
  {
    id: 'log-tampering',
    title: 'Logging turned off',
    severity: 'HIGH',
    technique: 'T1562.008',
    source: stratus('aws.defense-evasion.cloudtrail-stop'),
    countsAttempts: true,
    actions: [
      'cloudtrail:stoplogging',
      'cloudtrail:deletetrail',
      'ec2:deleteflowlogs',
      'config:stopconfigurationrecorder',
      'config:deleteconfigurationrecorder',
      'guardduty:deletedetector',
      'securityhub:disablesecurityhub',
      'logging.sinks.delete',
      'logging.buckets.delete',
      'logging.logs.delete',
      'microsoft.insights/diagnosticsettings/delete',
      'microsoft.operationalinsights/workspaces/delete',
      'microsoft.network/networkwatchers/flowlogs/delete',
      'system.log_stream.lifecycle.deactivate',
      'system.log_stream.lifecycle.delete',
    ],
  },
  {
    id: 'log-narrowing',
    title: 'Logging reduced',
    severity: 'HIGH',
    technique: 'T1562.008',
    source: stratus('aws.defense-evasion.cloudtrail-event-selectors'),
    actions: ['cloudtrail:puteventselectors'],
    reads: (event) => {
      const narrow = list(parameters(event).eventSelectors).find(
        (selector) => at(selector, 'includeManagementEvents') === false || ['ReadOnly', 'WriteOnly'].includes(text(at(selector, 'readWriteType'))),
      );
      return narrow === undefined ? null : `the trail ${text(parameters(event).trailName)} no longer logs management events, or only reads or writes`;
    },
  },
  {
    id: 'log-expiry',
    title: 'Short object expiry set on a bucket',
    severity: 'MEDIUM',
    technique: 'T1485',
    source: stratus('aws.defense-evasion.cloudtrail-lifecycle-rule'),
    actions: ['s3:putlifecycleconfiguration'],
    reads: (event) => {
      const rules = at(parameters(event), 'LifecycleConfiguration', 'Rule');
      const days = (Array.isArray(rules) ? rules : [rules]).map((rule) => Number(at(rule, 'Expiration', 'Days'))).filter((count) => count > 0);
      const least = Math.min(...days);
      return least <= 3 ? `objects in ${text(parameters(event).bucketName)} expire after ${least} ${least === 1 ? 'day' : 'days'}` : null;
    },
  },
  {
    id: 'leaves-organization',
    title: 'Attempt to leave the organization',
    severity: 'HIGH',
    technique: 'T1562',
    source: stratus('aws.defense-evasion.organizations-leave'),
    countsAttempts: true,
    actions: ['organizations:leaveorganization'],
  },
  {
    id: 'image-shared',
    title: 'Snapshot or image shared outside the account',
    severity: 'HIGH',
    technique: 'T1537',
    source: stratus('aws.exfiltration.ec2-share-ebs-snapshot'),
    actions: ['ec2:modifysnapshotattribute', 'ec2:modifyimageattribute', 'rds:modifydbsnapshotattribute', 'rds:modifydbclustersnapshotattribute'],
    reads: (event) => {
      const { createVolumePermission, launchPermission, valuesToAdd, snapshotId, imageId, dBSnapshotIdentifier } = parameters(event);
      const added = [createVolumePermission, launchPermission].flatMap((permission) => list(at(permission, 'add', 'items')));
      const to = [...added.map((item) => text(at(item, 'userId')) || text(at(item, 'group'))), ...list(valuesToAdd).map(text)].filter(
        (name) => name !== '' && name !== event.accountId,
      );
      const what = text(snapshotId) || text(imageId) || text(dBSnapshotIdentifier) || 'a snapshot';
      return to.length === 0 ? null : `${what} was shared with ${to.map((name) => (name === 'all' ? 'everyone' : `account ${name}`)).join(', ')}`;
    },
  },
  {
    id: 'opened-to-outsiders',
    title: 'Resource shared outside the account',
    severity: 'HIGH',
    technique: 'T1098',
    source: stratus('aws.exfiltration.s3-backdoor-bucket-policy'),
    actions: ['s3:putbucketpolicy', 'iam:updateassumerolepolicy', 'iam:createrole', 'lambda:addpermission', 'sns:addpermission', 'sqs:addpermission'],
    reads: (event) => {
      const { bucketPolicy, policyDocument, assumeRolePolicyDocument, principal, bucketName, roleName, functionName } = parameters(event);
      const who =
        typeof principal === 'string'
          ? [principal].filter((one) => isForOutsiders(one, event.accountId))
          : outsidersOf(bucketPolicy ?? policyDocument ?? assumeRolePolicyDocument, event.accountId);
      const what = text(bucketName) || text(roleName) || text(functionName) || 'a resource';
      return who.length === 0 ? null : `${what} allows ${who.map((one) => (one === '*' ? 'everyone' : one)).join(', ')}`;
    },
  },
  {
    id: 'credentials-for-others',
    title: 'Credentials created for another user',
    severity: 'MEDIUM',
    technique: 'T1098.001',
    source: stratus('aws.persistence.iam-backdoor-user'),
    actions: ['iam:createaccesskey', 'iam:createloginprofile', 'iam:updateloginprofile'],
    reads: (event) => {
      const user = otherUser(event);
      return user === null ? null : `${event.name} for ${user}`;
    },
  },
  {
    id: 'administrator-made',
    title: 'Administrator access granted',
    severity: 'HIGH',
    technique: 'T1098.003',
    source: stratus('aws.persistence.iam-create-admin-user'),
    actions: ['iam:attachuserpolicy', 'iam:attachrolepolicy', 'iam:attachgrouppolicy', 'microsoft.authorization/elevateaccess/action'],
    reads: (event) => {
      if (event.record?.requestParameters === undefined)
        return event.name.toLowerCase().includes('elevateaccess') ? 'access to the whole directory was elevated' : null;
      const { policyArn, userName, roleName, groupName } = parameters(event);
      const who = text(userName) || text(roleName) || text(groupName);
      return ADMINISTRATORS.test(text(policyArn)) ? `${who} got ${text(policyArn).split('/').at(-1) ?? ''}` : null;
    },
  },
  {
    id: 'login-without-mfa',
    title: 'Console sign-in without MFA',
    severity: 'MEDIUM',
    technique: 'T1078.004',
    source: stratus('aws.initial-access.console-login-without-mfa'),
    actions: ['signin:consolelogin'],
    reads: ({ record, succeeded }) => {
      const isUser = ['IAMUser', 'Root'].includes(text(at(record, 'userIdentity', 'type')));
      const isIn = succeeded && text(at(record, 'responseElements', 'ConsoleLogin')) !== 'Failure';
      return isUser && isIn && text(at(record, 'additionalEventData', 'MFAUsed')) === 'No' ? 'console sign-in without MFA' : null;
    },
  },
  {
    id: 'second-factor-removed',
    title: 'MFA device removed',
    severity: 'MEDIUM',
    technique: 'T1556.006',
    source: mitre('T1556.006'),
    actions: ['iam:deactivatemfadevice', 'user.mfa.factor.deactivate', 'user.mfa.factor.reset_all'],
  },
  {
    id: 'opened-to-internet',
    title: 'Security group opened to the internet for remote access',
    severity: 'HIGH',
    technique: 'T1562.007',
    source: stratus('aws.exfiltration.ec2-security-group-open-port-22-ingress'),
    actions: ['ec2:authorizesecuritygroupingress'],
    reads: (event) => {
      const own = parameters(event);
      const permissions = [own, ...list(at(own, 'ipPermissions', 'items'))].map(fields);
      const open = permissions.flatMap((permission) => {
        const ranges = [
          text(permission.cidrIp),
          ...list(at(permission.ipRanges, 'items')).map((range) => text(at(range, 'cidrIp'))),
          ...list(at(permission.ipv6Ranges, 'items')).map((range) => text(at(range, 'cidrIpv6'))),
        ];
        if (!ranges.some((range) => range === '0.0.0.0/0' || range === '::/0')) return [];
        if (text(permission.ipProtocol) === '-1') return ['every port'];
        const [from, to] = [Number(permission.fromPort), Number(permission.toPort)];
        return REMOTE_PORTS.filter(([port]) => from <= port && port <= to).map(([, name]) => name);
      });
      return open.length === 0 ? null : `${text(own.groupId) || text(own.groupName)} is open to the internet: ${[...new Set(open)].join(', ')}`;
    },
  },
  {
    id: 'machine-passwords',
    title: 'Windows instance passwords requested',
    severity: 'MEDIUM',
    technique: 'T1552.005',
    source: stratus('aws.credential-access.ec2-get-password-data'),
    countsAttempts: true,
    actions: ['ec2:getpassworddata'],
  },
  {
    id: 'trust-anchor',
    title: 'External certificate or identity provider trusted',
    severity: 'MEDIUM',
    technique: 'T1098',
    source: stratus('aws.persistence.rolesanywhere-create-trust-anchor'),
    actions: ['rolesanywhere:createtrustanchor', 'iam:createsamlprovider', 'iam:createopenidconnectprovider'],
  },
  {
    id: 'mining-machines',
    title: 'Attempt to launch instances suited to crypto mining',
    severity: 'MEDIUM',
    technique: 'T1496',
    source: stratus('aws.execution.ec2-launch-unusual-instances'),
    countsAttempts: true,
    actions: ['ec2:runinstances'],
    reads: (event) => {
      const type = text(parameters(event).instanceType);
      return /^(?:p|g|trn|inf)\d/.test(type) ? `instances of type ${type}` : null;
    },
  },
  {
    id: 'start-script-changed',
    title: 'Instance start script changed or command run',
    severity: 'MEDIUM',
    technique: 'T1059',
    source: stratus('aws.execution.ec2-user-data'),
    actions: ['ec2:modifyinstanceattribute', 'microsoft.compute/virtualmachines/runcommand/action'],
    reads: (event) => {
      if (event.action.toLowerCase().startsWith('microsoft')) return 'a command was run on a virtual machine';
      return parameters(event).userData === undefined ? null : `the user data of ${text(parameters(event).instanceId)}`;
    },
  },
  {
    id: 'disk-exported',
    title: 'Disk export link created',
    severity: 'HIGH',
    technique: 'T1537',
    source: stratus('azure.exfiltration.disk-export'),
    actions: ['microsoft.compute/disks/begingetaccess/action', 'microsoft.compute/snapshots/begingetaccess/action'],
  },
  {
    id: 'service-account-key',
    title: 'Service account key created',
    severity: 'LOW',
    technique: 'T1098.001',
    source: stratus('gcp.persistence.create-service-account-key'),
    actions: ['iam.serviceaccountkeys.create', 'storage.hmackeys.create'],
  },
  {
    id: 'key-destroyed',
    title: 'Encryption key scheduled for deletion',
    severity: 'HIGH',
    technique: 'T1485',
    source: mitre('T1485'),
    actions: ['kms:schedulekeydeletion', 'cloudkms.cryptokeyversions.destroy', 'microsoft.keyvault/vaults/delete'],
  },
  {
    id: 'directory-takeover',
    title: 'Account takeover reported by Okta',
    severity: 'HIGH',
    technique: 'T1078.004',
    source: 'https://developer.okta.com/docs/reference/api/event-types/',
    actions: ['user.session.impersonation.grant', 'user.account.report_suspicious_activity_by_enduser', 'security.threat.detected'],
    countsAttempts: true,
  },
];

/** All rules, in the order of the documentation. */
export const EVENT_RULES: readonly EventRule[] = [...COMMON_RULES, ...CLOUD_EVENT_RULES];

/** Actions whose rules read the whole record, in lower case. */
export const READ_ACTIONS: readonly string[] = EVENT_RULES.filter(({ reads }) => reads).flatMap(({ actions }) => actions);
