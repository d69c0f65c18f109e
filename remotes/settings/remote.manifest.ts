import { defineManifest } from '@cam/contracts';

export default defineManifest({
  id: 'settings',
  name: 'Settings',
  needs: { contracts: '^1.0.0', platform: '^1.0.0', ui: '^1.0.0' },
  menu: [],
  routes: [
    { page: 'settings', name: 'settings', path: '/settings/:id', title: 'Settings', withoutAccounts: true },
    {
      page: 'operations',
      name: 'operations',
      path: '/operations',
      title: 'Operations',
      withoutAccounts: true,
      anyRight: ['CAM_OPERATOR', 'CAM_GENERAL_WRITE'],
    },
    { page: 'setup', name: 'setup', path: '/setup', title: 'Setup', withoutAccounts: true },
  ],
  commands: [
    { id: 'settings.profile', label: 'Open profile and sessions', keywords: 'password passkey settings', to: '/settings/profile' },
    { id: 'settings.notifications', label: 'Edit notifications of high alerts', keywords: 'mail slack settings', to: '/settings/alertshigh' },
    { id: 'settings.tokens', label: 'Create an API token', keywords: 'api token curl pipeline command line settings', to: '/settings/tokens' },
    { id: 'settings.assistants', label: 'Connect an assistant', keywords: 'mcp claude agent tools ai settings', to: '/settings/tokens' },
    {
      id: 'settings.webhooks',
      label: 'Send events to another system',
      keywords: 'webhook siem splunk sentinel events settings',
      to: '/settings/webhooks',
      anyRight: ['CAM_GENERAL_WRITE'],
    },
    {
      id: 'settings.connections',
      label: 'Connect a ticket system',
      keywords: 'jira github gitlab servicenow tickets issues settings',
      to: '/settings/connections',
      anyRight: ['CAM_GENERAL_WRITE'],
    },
    {
      id: 'settings.single-sign-on',
      label: 'Set up single sign-on',
      keywords: 'saml okta entra google keycloak sso settings',
      to: '/settings/single-sign-on',
      anyRight: ['CAM_GENERAL_WRITE'],
    },
    {
      id: 'settings.operations',
      label: 'Open operations',
      keywords: 'releases flags areas',
      to: '/operations',
      anyRight: ['CAM_OPERATOR', 'CAM_GENERAL_WRITE'],
    },
    { id: 'settings.setup', label: 'Open setup', keywords: 'connect start', to: '/setup' },
  ],
  offers: [],
  uses: [],
  budget: 60_000,
});
