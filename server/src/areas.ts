import type { FastifyInstance } from 'fastify';
import { WRITE_RIGHTS, type GuardrailNotify } from '@cam/contracts/server';

import serverPackage from '../package.json';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { IpCountries, activityRoutes, MethodSwitches, ActivityWatch, UserLocations } from './areas/activity';
import {
  AlertCauses,
  AlertGraphs,
  AlertRisks,
  listFindings,
  alertsRoutes,
  AlertsService,
  MentionMails,
  triageRoutes,
  TriageService,
} from './areas/alerts';
import { auditRoutes, AuditLog } from './areas/audit';
import { backEndRoutes, BackEndsService } from './areas/back-ends';
import { ConfigError } from './platform/config-error';
import type { Context } from './platform/context';
import { changesRoutes } from './areas/changes';
import { chatRoutes, ChatService } from './areas/chat';
import { complianceRoutes, ComplianceService } from './areas/compliance';
import {
  ProviderEndpoints,
  correlatedSourcesRoutes,
  DifferingSources,
  listCorrelated,
  sourcesRoutes,
  SourceConnections,
  OrganizationsService,
  pullSchedule,
  SourcesService,
} from './sources';
import { downloadsRoutes, Downloads, type DownloadExports, type WriteExport } from './areas/downloads';
import { eventRoutes, EventFeed, Webhooks } from './areas/events';
import { exclusionsRoutes, ExclusionsService, ExclusionWarnings, isUnusedExcluded } from './areas/exclusions';
import { flagsRoutes, FlagsService } from './areas/flags';
import { userKeysRoutes } from './areas/user-keys';
import { viewsRoutes, ViewsService } from './areas/views';
import { DailyDigest, type Mail, notificationsRoutes, sendMail, NotificationsService } from './areas/notifications';
import {
  loadCatalogue,
  leastPrivilegeRoutes,
  GraphService,
  simulatorRoutes,
  inventoryRoutes,
  InventoryService,
  riskRoutes,
  RiskService,
  stageRoutes,
  StagesService,
  tierRoutes,
  TiersService,
  askRoutes,
  AskService,
  exportAnswer,
  queryExportRoutes,
  explainRoutes,
  queryRoutes,
  savedSearchRoutes,
  SavedSearches,
  QueryService,
  sessionSweep,
  ResumedScores,
} from './graph';
import { BackTester, GuardrailEvaluator, guardrailsRoutes, GuardrailsService, listWatched, readNotify, readRemediations } from './areas/guardrails';
import type { AuditRecord } from './platform/http/audit-record';
import { cacheVerifiedTokens } from './platform/http/token-cache';
import { createMount } from './platform/http/mount';
import { openApiDocument } from './platform/http/openapi';
import { createTokenVerifier } from './platform/http/token-verifier';
import {
  MOUNT_PATH,
  openEmbeddedPlatform,
  type RecordPageWrite,
  identityDirectoryRoutes,
  resealPlatformKeys,
  discoverOutsidePlatform,
  identityPlatformRoutes,
  secondFactorRoutes,
  userSessionRoutes,
} from './areas/identity-platform';
import { loadOperatorKey, rotateSecrets, operatorRoutes, watchRefusals } from './areas/operator';
import { packagesRoutes } from './areas/packages';
import {
  groupsOfUsers,
  ownsRights,
  ProvisioningTokens,
  provisioningRoutes,
  SCIM_PATH,
  ScimGroups,
  scimRoutes,
  ScimUsers,
} from './areas/provisioning';
import { proofRoutes, ProofsService } from './areas/proofs';
import { MCP_PATH, mcpRoutes, McpSettings } from './areas/mcp';
import { apiTokenRoutes, ApiTokens, ApiTokenVerifier, type OwnerOf, TokenRequests } from './areas/api-tokens';
import { assistantMetadataUrl, assistantSignInRoutes, oauthRoutes, openAssistantSignIn } from './areas/assistant-sign-in';
import { Connections, Incoming, Subjects, ticketRoutes, TicketRules, Tickets, TicketWork } from './areas/tickets';
import { reportsRoutes, ReportsService } from './areas/reports';
import { RequestDecisions, RequestMails, requestsRoutes, RequestsService, requestTickets, RequestWatch } from './areas/requests';
import { ReviewDecisions, ReviewEvidence, ReviewMails, reviewsRoutes, ReviewsService, reviewTickets, ReviewWatch } from './areas/reviews';
import { CallLimits } from './platform/security/call-limits';
import { TenantRounds } from './platform/jobs/tenant-rounds';
import { OutboundTargets } from './platform/security/outbound-targets';
import { openSecretBox } from './platform/security/secret-box';
import { openSingleSignOn, samlPageRoutes, singleSignOnRoutes } from './areas/single-sign-on';
import { remotesRoutes, RemotesService } from './areas/remotes';
import { RoleGrants, roleRoutes, RolesService } from './areas/roles';
import { breakRoutes, BreakService, ChokePointService } from './areas/breaks';
import { whatIfRoutes, WhatIfService } from './areas/what-if';
import { DEMO_TENANT, ensureDemoTenant, NotificationSettings, tenantsRoutes, TenantsService, SignIn } from './areas/tenants';

/** How often the server looks for scores that are too old, ms. */
const RISK_LOOK = 3_600_000;
/** Country of an address, by the geolocation database of the package: CC0, data by the NRO (nro.net), CC BY 4.0. */
const IP_COUNTRIES = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** The background work of all areas. */
export interface Areas {
  /** Queues the first jobs of a new installation. With `cutOff`, also queues work that a crash interrupted before it was queued. Call it after `jobs.start`. */
  resume: (options: { cutOff: boolean }) => Promise<void>;
  /** Counts the sources of all tenants whose stored facts differ from their last import, at their last check. */
  differingSources: () => Promise<number>;
  stop: () => void;
}

/** Makes the services of all areas and mounts their calls: the composition root of the server. */
export async function mountAreas(app: FastifyInstance, ctx: Context): Promise<Areas> {
  const { config } = ctx;
  const secrets = await openSecretBox(config.dataDir, config);
  const host = new URL(ctx.publicUrl).hostname;
  const { mailServer, securityMail } = config;
  const mailOfServer = mailServer && ((to: string, mail: Mail, id: string) => sendMail(mailServer, to, mail, { id, host }));
  const audit = new AuditLog(ctx);
  const recordPage: RecordPageWrite = ({ tenantId, email }, { before, after, ...write }) =>
    audit.record({ ...write, principal: { tenantId, email }, subject: (before ?? after)?.name ?? email, before, after });
  const embedded = config.oidc ? null : await openEmbeddedPlatform(ctx, secrets, mailOfServer, recordPage);
  const platform = embedded ?? (await discoverOutsidePlatform(config.oidc as NonNullable<typeof config.oidc>));

  const flags = new FlagsService(ctx, (tenantId) => remotes.declaredFlags(tenantId));
  const verified = cacheVerifiedTokens(createTokenVerifier(platform.trusted));
  const verifyToken = embedded ? embedded.guard(verified) : verified;
  const roleGrants = new RoleGrants(ctx, groupsOfUsers);
  watchRefusals(app, {
    log: ctx.log,
    sendMail: securityMail === null ? null : (mail) => sendMail(mailServer, securityMail, mail, { id: randomUUID(), host }),
    signInPath: MOUNT_PATH,
    publicUrl: ctx.publicUrl,
  });
  const limits = new CallLimits(config.callLimit);
  const ownerOf: OwnerOf | null = embedded && ((tenantId, email) => embedded.pool.memberOf(tenantId, email));
  const apiTokens = new ApiTokenVerifier(ctx, ownerOf);
  const feed = new EventFeed(ctx);
  const woken = async (tenantId: string): Promise<void> => {
    feed.wake(tenantId);
    await ticketWork.queue(tenantId);
    await webhooks.queue(tenantId);
  };
  const { mount, mounted, admit, readWithin } = createMount(app, {
    admitCall: (party) => limits.admit(party),
    longestPause: config.timeouts.body * 1000,
    record: async (written) => {
      await audit.record(written);
      await woken(written.principal.tenantId).catch((err: unknown) => ctx.log.error({ err }, 'events could not be queued'));
    },
    accountsWithin: (tenantId, uid) => organizations.accountsWithin(tenantId, uid),
    verifyToken: async (token) => roleGrants.of(await verifyToken(token)),
    verifyApiToken: async (token, address, isForAssistants) => roleGrants.of(await apiTokens.verify(token, address, isForAssistants)),
    assistantMetadata: assistantMetadataUrl(new URL(MCP_PATH, ctx.publicUrl).href),
    isOperatorKey: await loadOperatorKey(config.dataDir, config.operatorKey),
    verifyPublisher: (token) => remotes.tokens.verify(token),
    isRemoteOff: (tenantId, remote) => remotes.isOff(tenantId, remote),
  });

  packagesRoutes(app, { folder: config.packagesDir, publicUrl: ctx.publicUrl, verifyPublisher: (token) => remotes.tokens.verify(token) });
  auditRoutes(mount, audit);
  const mcpSettings = new McpSettings(ctx);
  mcpRoutes(mount, {
    settings: mcpSettings,
    publicUrl: ctx.publicUrl,
    version: serverPackage.version,
    readWithin,
    record: ({ principal, address, tool, args }) =>
      audit.record({ principal, address, call: 'POST /v1/mcp', subject: tool, before: undefined, after: { arguments: args } }),
  });
  const workerFile = (name: string): URL => new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);
  const catalogue = loadCatalogue(new URL('./aws-catalogue.json', import.meta.url));
  const graph = new GraphService(ctx, catalogue, workerFile('evaluation-worker'));
  const demo = config.demo === 'none' ? null : await loadDemo();
  const demoCloud = demo && new demo.DemoCloud(config.dataDir);
  const connections = new SourceConnections({
    ctx,
    secrets,
    endpoints: new ProviderEndpoints(config.providerUrls, config.oktaDomains),
    standInFor: async (cloud, credentials) => (await demoCloud?.contextFor(cloud, credentials)) ?? null,
  });
  const sources = new SourcesService(ctx, graph, connections, workerFile('bundle-worker'));
  const organizations = new OrganizationsService(ctx, connections, sources, graph);
  sourcesRoutes(mount, { sources, connections, organizations, graph });
  const tokens = new ApiTokens(ctx, { knowsUsers: embedded !== null, sources });
  apiTokenRoutes(mount, tokens, new TokenRequests(ctx, { tokens, secrets }));
  const record = (written: AuditRecord) => audit.record(written);
  const assistants = openAssistantSignIn(ctx, { tokens, ownerOf, settings: mcpSettings, record });
  assistantSignInRoutes(mount, assistants.consents);
  oauthRoutes(app, assistants.parts);
  roleRoutes(mount, new RolesService(ctx, { sources, areaRights: () => remotes.declaredRights() }));
  correlatedSourcesRoutes(mount, ctx);
  simulatorRoutes(mount);
  const targets = new OutboundTargets(config.allowedNetworks);
  const saml =
    embedded &&
    (await openSingleSignOn(ctx, {
      ...{ secrets, targets, pool: embedded.pool, users: embedded.users, sendMail: mailOfServer, woken },
      ownsRights: (tenantId, userId) => ownsRights(ctx.db, tenantId, userId),
      hasRole: (tenantId, email) => roleGrants.hasAny(tenantId, email),
      record: async (principal, { before, ...change }) => audit.record({ ...change, principal, subject: principal.email, before }),
    }));
  singleSignOnRoutes(mount, saml);
  const scimBase = `${ctx.publicUrl}${SCIM_PATH}`;
  const provisioning = embedded && { tokens: new ProvisioningTokens(ctx), users: embedded.users, base: scimBase };
  provisioningRoutes(mount, ctx, provisioning);
  if (provisioning) {
    scimRoutes(app, {
      ...{ tokens: provisioning.tokens, base: scimBase, admit: (party) => limits.admit(party), record: (written) => audit.record(written) },
      users: new ScimUsers(ctx, {
        users: provisioning.users,
        base: scimBase,
        revokeTokensIn: (tx, user) => tokens.revokePersonalIn(tx, user, 'provisioning'),
      }),
      groups: new ScimGroups(ctx, provisioning.users, scimBase),
    });
  }
  const settings = new NotificationSettings(ctx, secrets, targets);
  const tenants = new TenantsService(ctx, { accounts: sources, organizations, correlated: listCorrelated }, embedded?.pool ?? null, settings);
  const digest = new DailyDigest(ctx, {
    tenants,
    graph,
    sources,
    sendMail: mailOfServer,
  });
  tenantsRoutes(mount, { tenants, notifications: settings, signIn: new SignIn(platform.endpoints, ctx.publicUrl, config.helpUrl), digest });
  leastPrivilegeRoutes(mount, graph, { accounts: (tenantId) => ctx.db.tenant(tenantId, (tx) => sources.accountsOf(tx, tenantId)) });
  flagsRoutes(mount, flags);
  userKeysRoutes(mount, ctx);
  const views = new ViewsService(ctx);
  viewsRoutes(mount, views);
  const backEnds = new BackEndsService(ctx, secrets, new OutboundTargets(config.backEndNetworks));
  const remotes = new RemotesService(ctx, flags, {
    served: () => new Map([...mounted].map(([call, { path, query, body, answer }]) => [call, { path, query, body, answer }])),
    releaseWorker: workerFile('release-worker'),
    tenantIds: () => tenants.ids(),
    backEndMisfits: (id, calls, known) => backEnds.misfits(id, calls, known),
  });
  remotesRoutes(mount, app, ctx, remotes);
  backEndRoutes(mount, app, { admit, backEnds });
  const webhooks: Webhooks = new Webhooks(ctx, { feed, secrets, targets, tenantIds: () => tenants.ids() });
  eventRoutes(mount, feed, webhooks);
  const queries = new QueryService(ctx, { sources, graph, tenants });
  queryRoutes(mount, queries);
  askRoutes(mount, new AskService(ctx, sources));
  explainRoutes(mount, graph, queries);
  queryExportRoutes(mount, queries);
  savedSearchRoutes(mount, new SavedSearches(ctx, queries));
  const sessions = sessionSweep(ctx, tenants);
  const compliance = new ComplianceService(ctx, { queries, graph, sources });
  complianceRoutes(mount, compliance);
  const tiers = new TiersService(ctx, { queries, sources, changed: (tenantId) => risk.queue(tenantId) });
  tierRoutes(mount, tiers);
  const restaged = async (tenantId: string): Promise<void> => {
    await risk.queue(tenantId);
    await evaluator.queue(tenantId);
  };
  stageRoutes(mount, new StagesService(ctx, { changed: restaged }));
  const risk: RiskService = new RiskService(ctx, { graph, tiers, sources, tenants, scored: (tenantId) => alertRisks.queue(tenantId) });
  const chokePoints = new ChokePointService(ctx, { graph, sources, scoredAt: (tenantId) => risk.scoredAt(tenantId) });
  const alertRisks: AlertRisks = new AlertRisks(ctx, risk, async (tenantId) => {
    await chokePoints.queue(tenantId);
    await notifications.reconsider(tenantId);
    await ticketRules.queue(tenantId);
  });
  riskRoutes(mount, risk, { findings: (tenantId, filter, page) => listFindings(alerts, tenantId, filter, page) });
  const counted = async (tenantId: string): Promise<void> => {
    await risk.queue(tenantId);
    await compliance.counter.queue(tenantId);
    await exclusions.queue(tenantId);
    await reviewWatch.queue(tenantId);
  };
  const inventory = new InventoryService(ctx, {
    ...{ graph, sources, tenants, queries, risk, counted },
    unchanged: (tenantId) => scores.resume(tenantId),
    excluded: isUnusedExcluded,
  });
  inventoryRoutes(mount, inventory);
  const listed = (view: 'ENTITIES' | 'PRIVILEGES' | 'UNUSED_ACCESS'): WriteExport => {
    return async (tenantId, accountId, criteria) => inventory.exports.byCriteria(view, { tenantId, accountId }, criteria);
  };
  const exports = {
    ENTITIES: listed('ENTITIES'),
    PRIVILEGES: listed('PRIVILEGES'),
    UNUSED_ACCESS: listed('UNUSED_ACCESS'),
    ACCESS: (tenantId, accountId, { input = '', columns }) => exportAnswer(queries, tenantId, { input, columns, accountId }),
    EVIDENCE: (tenantId, accountId, { input = '' }) => proofs.evidence(tenantId, input, accountId),
    REVIEW: (tenantId, _accountId, { campaign = '' }) => reviewEvidence.zipWithProofs(tenantId, campaign),
  } satisfies DownloadExports;
  const downloads = new Downloads(ctx, exports);
  downloadsRoutes(mount, downloads);
  const proofs = new ProofsService(ctx, { graph, queries, secrets, checker: new URL('./cam-verify.mjs', import.meta.url) });
  proofRoutes(mount, proofs, downloads);
  const reports = new ReportsService(ctx, {
    queries,
    unused: inventory.unused,
    sendMail: (to, mail, id) => sendMail(mailServer, to, mail, { id, host }),
    tenantIds: () => tenants.ids(),
    isOn: (tenantId) => flags.isOn(tenantId, 'UI_REPORTS'),
  });
  reportsRoutes(mount, reports, flags, mailServer !== null);
  const told = async (tenantId: string): Promise<void> => {
    await notifications.queue(tenantId);
    await woken(tenantId);
    await ticketRules.queue(tenantId);
  };
  const alerts: AlertsService = new AlertsService(ctx, {
    sources,
    graph,
    risk,
    notifications: {
      raised: (tx, tenantId, severity, alertIds) => notifications.raised(tx, tenantId, severity, alertIds),
      queue: told,
    },
  });
  alertsRoutes(mount, alerts, {
    graphs: new AlertGraphs(ctx, { graph, queries }),
    ruled: compliance,
    isRemoteOff: (tenantId, remote) => remotes.isOff(tenantId, remote),
  });
  const people = (tenantId: string) => tenants.people(tenantId, ['CAM_ALERTS_READ', 'CAM_ALERTS_WRITE']);
  const mentions = new MentionMails(ctx, { people, sendMail: mailServer && ((to, mail, id) => sendMail(mailServer, to, mail, { id, host })) });
  const triage = new TriageService(ctx, {
    alerts,
    mentions,
    people,
    sources: {
      list: (tenantId) => ctx.db.tenant(tenantId, (tx) => sources.accountsOf(tx, tenantId)),
      pullAnew: (tenantId, uids) => sources.pullAnew(tenantId, uids),
    },
  });
  triageRoutes(mount, alerts, triage, views);
  const productConnections: Connections = new Connections(ctx, {
    secrets,
    targets,
    testChat: (row, signal) => chat.test(row, signal),
  });
  const matters = { REQUEST: requestTickets(ctx), REVIEW: reviewTickets(ctx, { graph, sources }) };
  const subjects = new Subjects(ctx, { alerts, matters, remediations: readRemediations });
  const ticketWork: TicketWork = new TicketWork(ctx, {
    alerts,
    matters,
    connections: productConnections,
    subjects,
    link: (tenantId, alertIds, ticket, by) => triage.work(tenantId, alertIds, { ticket }, by),
    tenantIds: () => tenants.ids(),
  });
  const tickets = new Tickets(ctx, { connections: productConnections, subjects, work: ticketWork });
  const verifyApiToken = (token: string, address: string) => apiTokens.verify(token, address);
  const incoming = new Incoming(ctx, { connections: productConnections, work: ticketWork, verifyApiToken });
  const ticketRules: TicketRules = new TicketRules(ctx, {
    connections: productConnections,
    tickets,
    alerts,
    causes: { determine: (tenantId, ids) => causes.determine(tenantId, ids) },
    record: (written) => audit.record(written),
  });
  ticketRoutes(mount, { connections: productConnections, tickets, rules: ticketRules, incoming });
  const exclusions: ExclusionsService = new ExclusionsService(ctx, {
    queries,
    findings: {
      ALERT: (tenantId) => alerts.findings(tenantId),
      RULE: (tenantId, ruleId) => compliance.findings(tenantId, ruleId),
      UNUSED: (tenantId) => inventory.unused.findings(tenantId),
    },
    changed: async (tenantId, kind) => {
      if (kind === 'RULE') await compliance.counter.queue(tenantId);
    },
    warnings: new ExclusionWarnings(ctx, { people, sendMail: mailServer && ((to, mail, id) => sendMail(mailServer, to, mail, { id, host })) }),
  });
  exclusionsRoutes(mount, exclusions);
  const readers = (tenantId: string) => tenants.people(tenantId, ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE']);
  const reviewMails = new ReviewMails(ctx, { people: readers, sendMail: mailOfServer });
  const watchReviews = (tenantId: string): Promise<void> => reviewWatch.queue(tenantId);
  const ofReviews = { graph, people: readers, mails: reviewMails, tickets, woken };
  const reviews = new ReviewsService(ctx, { ...ofReviews, queries, sources, watch: watchReviews });
  const reviewEvidence = new ReviewEvidence(ctx, { graph, proofs });
  reviewsRoutes(mount, reviews, new ReviewDecisions(ctx, { graph, people: readers, woken }), { evidence: reviewEvidence, downloads });
  const reviewWatch: ReviewWatch = new ReviewWatch(ctx, { ...ofReviews, reviews });
  const requestMails = new RequestMails(ctx, {
    people: readers,
    approvers: (tenantId) => tenants.people(tenantId, WRITE_RIGHTS.GENERAL),
    sendMail: mailOfServer,
  });
  const requestWatch = new RequestWatch(ctx, { graph, sources, alerts, mails: requestMails, tickets, told });
  const chat: ChatService = new ChatService(ctx, {
    connections: productConnections,
    incoming,
    targets,
    tickets,
    exclude: (tenantId, exclusion, by) => exclusions.add(tenantId, exclusion, by),
    rightsOf: embedded && (async (tenantId, email) => (await embedded.pool.memberOf(tenantId, email))?.rights ?? null),
    record: (written) => audit.record(written),
  });
  chatRoutes(mount, chat);
  const causes: AlertCauses = new AlertCauses(ctx, { graph });
  const scores = new ResumedScores({ sources, counts: inventory.counter, risk, alertRisks, chokePoints, causes });
  const guardrailFacts = { notify: readNotify, remediations: readRemediations };
  const notifications: NotificationsService = new NotificationsService(ctx, {
    settings,
    tenants,
    alerts,
    causes,
    targets,
    chat,
    guardrails: guardrailFacts,
  });
  notificationsRoutes(mount, notifications);
  const countries = new IpCountries(createRequire(import.meta.url).resolve(IP_COUNTRIES));
  const activity = new ActivityWatch(ctx, { graph, alerts, notifications, sources, countries });
  const methods = new MethodSwitches(ctx, { alerts, look: (tenantId) => activity.queue(tenantId) });
  activityRoutes(mount, new UserLocations(ctx, { graph, queries, countries }), methods);
  const evaluator = new GuardrailEvaluator(ctx, { notifications: { queue: told }, alerts, causes, queries, graph, sources });
  changesRoutes(mount, ctx, { graph, alerts, sources });
  const checkRecipients = (notify: GuardrailNotify) => settings.checked(notify, 'notify');
  const guardrails = new GuardrailsService(ctx, { queries, alerts, evaluator, checkRecipients, notifications });
  guardrailsRoutes(mount, guardrails, new BackTester(ctx, { queries, graph }));
  const whatIf = new WhatIfService(ctx, { graph, queries, sources, guardrails: listWatched });
  whatIfRoutes(mount, whatIf);
  const ofRequests = { graph, mails: requestMails, watch: requestWatch.queueAt.bind(requestWatch), woken };
  requestsRoutes(mount, new RequestsService(ctx, { ...ofRequests, whatIf, tickets }), new RequestDecisions(ctx, ofRequests));
  breakRoutes(mount, new BreakService(ctx, { graph, whatIf, queries }), chokePoints);
  operatorRoutes(mount, {
    tenants,
    embedded,
    revokeTokensIn: (tx, user) => tokens.revokePersonalIn(tx, user, 'operator'),
    passwordRules: config.passwordRules,
    rotateBackEndKey: (compromised) => backEnds.tokens.rotate(compromised),
    areaRights: () => remotes.declaredRights(),
    checkFacts: (tenantId) => sources.factChecks.check(tenantId),
    rotateSecrets: async () => {
      const resealed = await rotateSecrets(secrets, {
        installation: [() => resealPlatformKeys(ctx.db, secrets), ...(embedded ? [() => embedded.factors.reseal()] : [])],
        tenant: [
          (tenantId) => settings.reseal(tenantId),
          (tenantId) => connections.reseal(tenantId),
          (tenantId) => webhooks.reseal(tenantId),
          (tenantId) => productConnections.reseal(tenantId),
          ...(saml ? [(tenantId: string) => saml.tests.reseal(tenantId), (tenantId: string) => saml.ownKeys.reseal(tenantId)] : []),
        ],
        tenantIds: () => tenants.ids(),
      });
      await proofs.rotateKey();
      return resealed;
    },
  });

  const demoMayBegin = async (): Promise<boolean> => !config.demoAfterRemotes || (await remotes.inUse()).length > 0;
  const demoLoader =
    demo && demoCloud && new demo.DemoLoader(ctx, { sources, tiers, connections, organizations, cloud: demoCloud, mayBegin: demoMayBegin });
  let isDemoNew = false;
  userSessionRoutes(mount, app, embedded?.sessions ?? null);
  secondFactorRoutes(mount, embedded);
  if (embedded && saml) {
    const https = ctx.publicUrl.startsWith('https:');
    identityPlatformRoutes(app, embedded.pages, { https, helpUrl: config.helpUrl, signOn: saml.signOn });
    samlPageRoutes(app, saml.connections, saml.signOn, https);
    identityDirectoryRoutes(app, { db: ctx.db, pool: embedded.pool, endpoints: embedded.endpoints, verifyToken });
    if (config.demo !== 'none') isDemoNew = await ensureDemoTenant(ctx, tenants, flags, embedded.pool);
  }
  const document = openApiDocument(mounted, serverPackage.version);
  app.get('/v1/openapi.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(document));
  const resume: Areas['resume'] = async ({ cutOff }) => {
    remotes.delivery.look();
    if (isDemoNew && config.demo === 'full') await demoLoader?.queue(DEMO_TENANT);
    for (const tenantId of cutOff ? await tenants.ids() : []) {
      await sources.resume(tenantId);
      await graph.resume(tenantId);
      await evaluator.queue(tenantId);
      await activity.queue(tenantId);
      await notifications.queue(tenantId);
      await webhooks.queue(tenantId);
      await ticketWork.queue(tenantId);
      await ticketRules.queue(tenantId);
      await inventory.counter.resume(tenantId);
      await scores.start(tenantId);
      await compliance.counter.resume(tenantId);
      await reports.resume(tenantId);
      await reviews.resume(tenantId);
      await reviewWatch.queue(tenantId);
      await requestWatch.queue(tenantId);
    }
  };
  // Disuse grows from day to day, even if no source changes.
  const scoring = new TenantRounds({
    every: RISK_LOOK,
    tenantIds: () => tenants.ids(),
    visit: async (tenantId) => {
      await scores.resume(tenantId);
      await exclusions.warn(tenantId);
      await reviewWatch.queue(tenantId);
      await requestWatch.queue(tenantId);
      await saml?.certificates.queue(tenantId);
      await sources.factChecks.queue(tenantId);
    },
    log: ctx.log,
    failed: 'risk scores could not be queued',
  });
  const schedule = pullSchedule(ctx, { tenantIds: () => tenants.ids(), pulls: sources.pulls, organizations });
  const stop = (): void => {
    schedule.stop();
    remotes.delivery.stop();
    reports.schedules.stop();
    digest.stop();
    void demoCloud?.stop();
    inventory.counter.stop();
    scoring.stop();
    webhooks.stop();
    ticketWork.stop();
    sessions.stop();
    saml?.stop();
    embedded?.stop();
  };
  const differing = new DifferingSources(ctx, () => tenants.ids());
  return { resume, differingSources: () => differing.count(), stop };
}

/**
 * Loads the demo company and the stand-ins of its providers.
 * @throws ConfigError if this build has no demo; container images have none
 */
async function loadDemo() {
  try {
    return await import('../demo/demo');
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ConfigError('This build of CAM has no demo company. Set CAM_DEMO=none, or run CAM from its sources.');
  }
}
