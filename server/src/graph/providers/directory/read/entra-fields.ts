import type { FieldTypes } from '../../../engine/bundle/check-fields';
import type { EntryKind } from '../../../engine/bundle/entry-files';

/** Fields of Microsoft Graph responses. An `any` field is ignored or has its own reader. */
const anyOf = (names: string): FieldTypes =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, 'any' as const]),
  );

const object: FieldTypes = { id: 'text', displayName: 'text', '@odata.type': 'text', createdDateTime: 'any', deletedDateTime: 'any' };

const user: FieldTypes = {
  ...object,
  userPrincipalName: 'text',
  mail: 'text',
  accountEnabled: 'flag',
  userType: 'text',
  department: 'text',
  jobTitle: 'text',
  signInActivity: 'any',
  ...anyOf(`ageGroup assignedLicenses assignedPlans authorizationInfo businessPhones city companyName consentProvidedForMinor country creationType
    customSecurityAttributes employeeHireDate employeeId employeeLeaveDateTime employeeOrgData employeeType externalUserState externalUserStateChangeDateTime
    faxNumber givenName identities imAddresses isManagementRestricted isResourceAccount lastPasswordChangeDateTime legalAgeGroupClassification
    licenseAssignmentStates mailNickname mobilePhone officeLocation onPremisesDistinguishedName onPremisesDomainName onPremisesExtensionAttributes
    onPremisesImmutableId onPremisesLastSyncDateTime onPremisesProvisioningErrors onPremisesSamAccountName onPremisesSecurityIdentifier
    onPremisesSyncEnabled onPremisesUserPrincipalName otherMails passwordPolicies passwordProfile postalCode preferredDataLocation preferredLanguage
    provisionedPlans proxyAddresses refreshTokensValidFromDateTime securityIdentifier serviceProvisioningErrors showInAddressList
    signInSessionsValidFromDateTime state streetAddress surname usageLocation`),
};

/** Registered authentication methods of a user. */
const registration: FieldTypes = {
  id: 'text',
  userPrincipalName: 'text',
  isMfaRegistered: 'flag',
  ...anyOf(`userDisplayName userType isAdmin isSsprRegistered isSsprEnabled isSsprCapable isMfaCapable isPasswordlessCapable methodsRegistered
    isSystemPreferredAuthenticationMethodEnabled systemPreferredAuthenticationMethods userPreferredMethodForSecondaryAuthentication
    defaultMfaMethod lastUpdatedDateTime`),
};
const group: FieldTypes = {
  ...object,
  description: 'any',
  groupTypes: 'any',
  securityEnabled: 'any',
  mailEnabled: 'any',
  isAssignableToRole: 'any',
  mail: 'text',
  ...anyOf(`assignedLabels assignedLicenses classification creationOptions expirationDateTime hasMembersWithLicenseErrors infoCatalogs isManagementRestricted
    licenseProcessingState mailNickname membershipRule membershipRuleProcessingState onPremisesDomainName onPremisesLastSyncDateTime
    onPremisesNetBiosName onPremisesProvisioningErrors onPremisesSamAccountName onPremisesSecurityIdentifier onPremisesSyncEnabled
    organizationId preferredDataLocation preferredLanguage proxyAddresses renewedDateTime resourceBehaviorOptions resourceProvisioningOptions
    securityIdentifier serviceProvisioningErrors theme uniqueName visibility`),
};
const servicePrincipal: FieldTypes = {
  ...object,
  appId: 'text',
  appDisplayName: 'text',
  servicePrincipalType: 'text',
  accountEnabled: 'flag',
  appOwnerOrganizationId: 'text',
  appRoleAssignmentRequired: 'any',
  appRoles: 'any',
  replyUrls: 'any',
  signInAudience: 'text',
  ...anyOf(`addIns alternativeNames appDescription applicationTemplateId createdByAppId customSecurityAttributes description disabledByMicrosoftStatus
    displayAppRoles errorUrl homepage info isAuthorizationServiceEnabled keyCredentials loginUrl logoutUrl notes notificationEmailAddresses
    oauth2PermissionScopes passwordCredentials preferredSingleSignOnMode preferredTokenSigningKeyEndDateTime preferredTokenSigningKeyThumbprint
    publishedPermissionScopes publisherName resourceSpecificApplicationPermissions samlMetadataUrl samlSingleSignOnSettings servicePrincipalNames
    tags tokenEncryptionKeyId verifiedPublisher`),
};
const appRoleAssignment: FieldTypes = {
  ...object,
  appRoleId: 'text',
  principalId: 'text',
  principalDisplayName: 'any',
  principalType: 'any',
  resourceId: 'text',
  resourceDisplayName: 'any',
  creationTimestamp: 'any',
};

/** Activated roles, role definitions, role assignments and eligible assignments. */
const directoryRole: FieldTypes = {
  ...object,
  description: 'any',
  roleTemplateId: 'text',
  templateId: 'text',
  members: 'any',
  isBuiltIn: 'any',
  isEnabled: 'any',
  isPrivileged: 'any',
  rolePermissions: 'any',
  inheritsPermissionsFrom: 'any',
  resourceScopes: 'any',
  version: 'any',
  principalId: 'text',
  roleDefinitionId: 'text',
  directoryScopeId: 'text',
  appScopeId: 'any',
  condition: 'any',
  principal: 'any',
  principalOrganizationId: 'any',
  resourceScope: 'any',
  roleDefinition: 'any',
  ...anyOf('roleEligibilityScheduleId memberType startDateTime endDateTime'),
};

/** The files of an Entra ID bundle. */
export const ENTRA_FILES = {
  users: {
    fields: user,
    looksLike: (entry) => 'userPrincipalName' in entry && !('groupId' in entry) && !('isMfaRegistered' in entry),
    without: 'the users of the directory are unknown',
  },
  'user-registration-details': {
    fields: registration,
    looksLike: (entry) => 'isMfaRegistered' in entry,
    without: 'multi-factor authentication of users is unknown',
  },
  groups: {
    fields: group,
    looksLike: (entry) => 'groupTypes' in entry || 'securityEnabled' in entry,
    without: 'the groups of the directory are unknown',
  },
  'group-members': {
    fields: { ...user, ...group, ...servicePrincipal, groupId: 'text', members: 'any' },
    looksLike: (entry) => 'groupId' in entry,
    without: 'group memberships are unknown',
  },
  'service-principals': {
    fields: servicePrincipal,
    looksLike: (entry) => 'servicePrincipalType' in entry || 'appId' in entry,
    without: 'applications and service principals are unknown',
  },
  'app-role-assignments': {
    fields: appRoleAssignment,
    looksLike: (entry) => 'appRoleId' in entry,
    without: 'application assignments are unknown',
  },
  'oauth2-permission-grants': {
    fields: {
      id: 'text',
      clientId: 'text',
      consentType: 'text',
      principalId: 'text',
      resourceId: 'text',
      scope: 'text',
      startTime: 'any',
      expiryTime: 'any',
    },
    looksLike: (entry) => 'consentType' in entry && 'clientId' in entry,
  },
  'directory-roles': {
    fields: directoryRole,
    looksLike: (entry) => 'roleTemplateId' in entry || 'rolePermissions' in entry || 'roleDefinitionId' in entry,
    without: 'the administrators of the directory are unknown',
  },
  'conditional-access-policies': {
    fields: {
      ...object,
      state: 'text',
      ...anyOf('conditions description grantControls sessionControls modifiedDateTime templateId partialEnablementStrategy'),
    },
    looksLike: (entry) => 'grantControls' in entry || ('conditions' in entry && 'state' in entry),
    without: 'conditional access is unknown, so no access depends on it',
  },
  'named-locations': {
    fields: {
      ...object,
      ...anyOf('modifiedDateTime isTrusted ipRanges countriesAndRegions countryLookupMethod includeUnknownCountriesAndRegions'),
    },
    looksLike: (entry) => 'ipRanges' in entry || 'countriesAndRegions' in entry,
  },
  'sign-ins': {
    fields: 'any',
    looksLike: (entry) => 'appId' in entry && 'createdDateTime' in entry && 'status' in entry,
    without: 'usage is unknown',
  },
  'directory-audits': {
    fields: 'any',
    looksLike: (entry) => 'activityDisplayName' in entry && 'activityDateTime' in entry,
    without: 'the use of administrator roles is unknown',
  },
} as const satisfies Record<string, EntryKind>;

export type EntraFile = keyof typeof ENTRA_FILES;
