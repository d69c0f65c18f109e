import type { Migration } from 'kysely';
import * as createAppRole from './20261120T2346_create_app_role';
import * as createTenants from './20261120T2347_create_tenants';
import * as createIdentityPlatform from './20261120T2348_create_identity_platform';
import * as createFeatureFlags from './20261120T2349_create_feature_flags';
import * as createComplianceStatus from './20261120T2350_create_compliance_status';
import * as createReports from './20261120T2351_create_reports';
import * as addTrigrams from './20261120T2356_add_trigrams';
import * as createIdentitySources from './20261120T2357_create_identity_sources';
import * as createRemoteReleases from './20261121T0011_create_remote_releases';
import * as createRemotePolicies from './20261121T0012_create_remote_policies';
import * as createSources from './20261121T0014_create_sources';
import * as createGraph from './20261121T0015_create_graph';
import * as createGuardrails from './20261121T0030_create_guardrails';
import * as createAlerts from './20261121T0031_create_alerts';
import * as createQuerySessions from './20261121T0039_create_query_sessions';
import * as numberSnapshotsBySequence from './20261121T0047_number_snapshots_by_sequence';
import * as addImportOfSource from './20261121T0054_add_import_of_source';
import * as storeFactsOfAnyProvider from './20261121T0343_store_facts_of_any_provider';
import * as createFlagChanges from './20261121T0348_create_flag_changes';
import * as createPublisherTokens from './20261121T0349_create_publisher_tokens';
import * as evaluateGraphTenantWide from './20261121T0355_evaluate_graph_tenant_wide';
import * as createRemoteLoads from './20261121T0409_create_remote_loads';
import * as addTimeOfBundle from './20261121T0850_add_time_of_bundle';
import * as addKindOfUsage from './20261121T0929_add_kind_of_usage';
import * as createActionSetsAndEvents from './20261121T2235_create_action_sets_and_events';
import * as dropStatisticsOfDocuments from './20261121T2257_drop_statistics_of_documents';
import * as createRemoteViolations from './20261121T2302_create_remote_violations';
import * as restoreStatisticsOfDocuments from './20261121T2358_restore_statistics_of_documents';
import * as createGuardrailEvaluations from './20261122T0010_create_guardrail_evaluations';
import * as addFindingsToAlerts from './20261122T0011_add_findings_to_alerts';
import * as createInventory from './20261122T0016_create_inventory';
import * as addLettersOfEvents from './20261122T0019_add_letters_of_events';
import * as indexClassesOfAnyTime from './20261122T0020_index_classes_of_any_time';
import * as createSavedSearches from './20261122T0021_create_saved_searches';
import * as createSourceConnections from './20261122T0209_create_source_connections';
import * as createNotifications from './20261122T0214_create_notifications';
import * as indexGraphForSearch from './20261122T0251_index_graph_for_search';
import * as recountInventoryTotals from './20261122T0305_recount_inventory_totals';
import * as createDownloads from './20261122T0306_create_downloads';
import * as createAuditLog from './20261122T0312_create_audit_log';
import * as indexPoliciesByKind from './20261122T0322_index_policies_by_kind';
import * as createSourceHierarchies from './20261122T0330_create_source_hierarchies';
import * as addDigestListsToReleases from './20261122T0455_add_digest_lists_to_releases';
import * as splitReportFiles from './20261122T0559_split_report_files';
import * as createComplianceCounts from './20261122T0608_create_compliance_counts';
import * as addActivityToAlerts from './20261122T0619_add_activity_to_alerts';
import * as indexNamesForSuggestions from './20261122T0621_index_names_for_suggestions';
import * as createGraphReach from './20261122T0622_create_graph_reach';
import * as indexRecentUsers from './20261122T0623_index_recent_users';
import * as createComplianceExceptions from './20261122T0637_create_compliance_exceptions';
import * as createComplianceTrend from './20261122T0905_create_compliance_trend';
import * as addFormatOfReports from './20261122T0908_add_format_of_reports';
import * as createReportSchedules from './20261122T0909_create_report_schedules';
import * as addInputsOfEvaluations from './20261122T0921_add_inputs_of_evaluations';
import * as createSourceRuns from './20261122T0940_create_source_runs';
import * as createCorrelatedSources from './20261122T0941_create_correlated_sources';
import * as addLeavingSources from './20261122T0942_add_leaving_sources';
import * as dropSnapshotsOfExceptions from './20261122T0949_drop_snapshots_of_exceptions';
import * as recountInventoryByProfile from './20261122T0950_recount_inventory_by_profile';
import * as createEventNews from './20261122T1248_create_event_news';
import * as addTenantOfPublisherTokens from './20261122T1535_add_tenant_of_publisher_tokens';
import * as createGraphScopes from './20261122T1548_create_graph_scopes';
import * as countResourcesOfReach from './20261122T1612_count_resources_of_reach';
import * as createDigestMails from './20261122T1626_create_digest_mails';
import * as createDisabledActivityMethods from './20261122T1627_create_disabled_activity_methods';
import * as addGapsOfDownloads from './20261122T1633_add_gaps_of_downloads';
import * as indexScopesOfAnyTime from './20261123T0148_index_scopes_of_any_time';
import * as markUsageOfAccount from './20261123T0149_mark_usage_of_account';
import * as clearReachOfDeletedSources from './20261123T0150_clear_reach_of_deleted_sources';
import * as indexIdentitiesByName from './20261123T0151_index_identities_by_name';
import * as createGraphCounts from './20261123T0152_create_graph_counts';
import * as addGapsOfReports from './20261123T0153_add_gaps_of_reports';
import * as countInventoryRows from './20261123T0154_count_inventory_rows';
import * as markEndedSessions from './20261123T0311_mark_ended_sessions';
import * as repairEditedSteps from './20261123T0900_repair_edited_steps';
import * as createUserSessions from './20261123T1610_create_user_sessions';
import * as createSecondFactors from './20261123T1640_create_second_factors';
import * as createSignInFailures from './20261123T1655_create_sign_in_failures';
import * as addHistoryToAlerts from './20261123T1721_add_history_to_alerts';
import * as recountInventoryByPurpose from './20261123T1722_recount_inventory_by_purpose';
import * as recountPublicObjects from './20261123T2245_recount_public_objects';
import * as createRemoteHealth from './20261124T0005_create_remote_health';
import * as addRollouts from './20261124T0020_add_rollouts';
import * as addStartersOfUsage from './20261124T0110_add_starters_of_usage';
import * as createPeople from './20261124T0111_create_people';
import * as createAlertTriage from './20261124T0112_create_alert_triage';
import * as createTiersAndRisk from './20261124T0113_create_tiers_and_risk';
import * as createDelivery from './20261124T0345_create_delivery';
import * as addFirstPasswords from './20261124T0430_add_first_passwords';
import * as addRiskToAlerts from './20261124T0435_add_risk_to_alerts';
import * as keepExposureOfTiers from './20261124T0436_keep_exposure_of_tiers';
import * as addCertaintyToAlerts from './20261124T1710_add_certainty_to_alerts';
import * as createExclusions from './20261124T1720_create_exclusions';
import * as createReleaseHealth from './20261124T1725_create_release_health';
import * as addProvenance from './20261124T1726_add_provenance';
import * as createApiTokens from './20261124T2130_create_api_tokens';
import * as addGroupsToDeliveries from './20261125T0440_add_groups_to_deliveries';
import * as createStageMap from './20261125T0510_create_stage_map';
import * as addRecipientsOfGuardrails from './20261125T0550_add_recipients_of_guardrails';
import * as createBackEnds from './20261125T0900_create_back_ends';
import * as createEvents from './20261125T0930_create_events';
import * as createDeviceRequests from './20261125T0945_create_device_requests';
import * as awaitScoresOfAlerts from './20261125T1048_await_scores_of_alerts';
import * as createMcpSettings from './20261126T0240_create_mcp_settings';
import * as createListViews from './20261126T0330_create_list_views';
import * as createTickets from './20261126T1110_create_tickets';
import * as endChatWithConnection from './20261126T1350_end_chat_with_connection';
import * as createChokePoints from './20261126T2030_create_choke_points';
import * as limitTokensToAccounts from './20261126T2041_limit_tokens_to_accounts';
import * as addPublicKeysToWebhooks from './20261126T2042_add_public_keys_to_webhooks';
import * as sendEventsToBuckets from './20261126T2043_send_events_to_buckets';
import * as createTicketRules from './20261126T2044_create_ticket_rules';
import * as shareSnapshotsBetweenSources from './20261126T2350_share_snapshots_between_sources';
import * as createGraphManifests from './20261126T2355_create_graph_manifests';
import * as createReviews from './20261127T0039_create_reviews';
import * as repeatReviews from './20261127T0040_repeat_reviews';
import * as addDigestsToScores from './20261127T0400_add_digests_to_scores';
import * as createLimitedRole from './20261127T0410_create_limited_role';
import * as askForAccounts from './20261127T0411_ask_for_accounts';
import * as createRoles from './20261127T0412_create_roles';
import * as createSingleSignOn from './20261127T0450_create_single_sign_on';
import * as createProvisioning from './20261127T0451_create_provisioning';
import * as freeOwnerOfAccountRows from './20261127T0541_free_owner_of_account_rows';
import * as createAccessRequests from './20261127T0800_create_access_requests';
import * as createAssistantSignIn from './20261127T1100_create_assistant_sign_in';
import * as indexScoresByTier from './20261127T1310_index_scores_by_tier';
import * as createUserKeys from './20261127T1600_create_user_keys';
import * as createGraphNamedGrants from './20261127T1830_create_graph_named_grants';
import * as indexMembershipsByMember from './20261127T2000_index_memberships_by_member';
import * as addStagesToReviews from './20261127T2100_add_stages_to_reviews';
import * as addTicketsToReviews from './20261127T2105_add_tickets_to_reviews';
import * as warnOfCertificates from './20261127T2110_warn_of_certificates';
import * as createSamlKeys from './20261127T2115_create_saml_keys';
import * as createGraphHops from './20261127T2230_create_graph_hops';
import * as addSetsToRequests from './20261127T2240_add_sets_to_requests';
import * as findGrantsByUri from './20261128T0130_find_grants_by_uri';
import * as listAlertsByRisk from './20261128T0300_list_alerts_by_risk';
import * as addChannelsOfTeams from './20261128T0345_add_channels_of_teams';
import * as restoreLostRows from './20261128T0620_restore_lost_rows';
import * as rememberTierEvaluations from './20261128T1010_remember_tier_evaluations';
import * as addFactChecks from './20261128T1015_add_fact_checks';
import * as countAlertsByRisk from './20261128T1035_count_alerts_by_risk';
import * as rememberCauses from './20261128T1320_remember_causes';
import * as shareFactorsOfResources from './20261128T1620_share_factors_of_resources';
import * as findScoresByHashedUri from './20261128T1630_find_scores_by_hashed_uri';
import * as createGraphGrants from './20261128T1800_create_graph_grants';
import * as createGraphLeafDigests from './20261128T1830_create_graph_leaf_digests';
import * as leaveRoomForScores from './20261129T0030_leave_room_for_scores';

/**
 * Every step of the schema by name, in the order of application. A step that has landed never changes: correct it with a new one, whose timestamp comes
 * after all others (`node scripts/check-migrations.mjs` enforces both).
 */
export const allMigrations: Record<string, Migration> = {
  '20261120T2346_create_app_role': createAppRole,
  '20261120T2347_create_tenants': createTenants,
  '20261120T2348_create_identity_platform': createIdentityPlatform,
  '20261120T2349_create_feature_flags': createFeatureFlags,
  '20261120T2350_create_compliance_status': createComplianceStatus,
  '20261120T2351_create_reports': createReports,
  '20261120T2356_add_trigrams': addTrigrams,
  '20261120T2357_create_identity_sources': createIdentitySources,
  '20261121T0011_create_remote_releases': createRemoteReleases,
  '20261121T0012_create_remote_policies': createRemotePolicies,
  '20261121T0014_create_sources': createSources,
  '20261121T0015_create_graph': createGraph,
  '20261121T0030_create_guardrails': createGuardrails,
  '20261121T0031_create_alerts': createAlerts,
  '20261121T0039_create_query_sessions': createQuerySessions,
  '20261121T0047_number_snapshots_by_sequence': numberSnapshotsBySequence,
  '20261121T0054_add_import_of_source': addImportOfSource,
  '20261121T0343_store_facts_of_any_provider': storeFactsOfAnyProvider,
  '20261121T0348_create_flag_changes': createFlagChanges,
  '20261121T0349_create_publisher_tokens': createPublisherTokens,
  '20261121T0355_evaluate_graph_tenant_wide': evaluateGraphTenantWide,
  '20261121T0409_create_remote_loads': createRemoteLoads,
  '20261121T0850_add_time_of_bundle': addTimeOfBundle,
  '20261121T0929_add_kind_of_usage': addKindOfUsage,
  '20261121T2235_create_action_sets_and_events': createActionSetsAndEvents,
  '20261121T2257_drop_statistics_of_documents': dropStatisticsOfDocuments,
  '20261121T2302_create_remote_violations': createRemoteViolations,
  '20261121T2358_restore_statistics_of_documents': restoreStatisticsOfDocuments,
  '20261122T0010_create_guardrail_evaluations': createGuardrailEvaluations,
  '20261122T0011_add_findings_to_alerts': addFindingsToAlerts,
  '20261122T0016_create_inventory': createInventory,
  '20261122T0019_add_letters_of_events': addLettersOfEvents,
  '20261122T0020_index_classes_of_any_time': indexClassesOfAnyTime,
  '20261122T0021_create_saved_searches': createSavedSearches,
  '20261122T0209_create_source_connections': createSourceConnections,
  '20261122T0214_create_notifications': createNotifications,
  '20261122T0251_index_graph_for_search': indexGraphForSearch,
  '20261122T0305_recount_inventory_totals': recountInventoryTotals,
  '20261122T0306_create_downloads': createDownloads,
  '20261122T0312_create_audit_log': createAuditLog,
  '20261122T0322_index_policies_by_kind': indexPoliciesByKind,
  '20261122T0330_create_source_hierarchies': createSourceHierarchies,
  '20261122T0455_add_digest_lists_to_releases': addDigestListsToReleases,
  '20261122T0559_split_report_files': splitReportFiles,
  '20261122T0608_create_compliance_counts': createComplianceCounts,
  '20261122T0619_add_activity_to_alerts': addActivityToAlerts,
  '20261122T0621_index_names_for_suggestions': indexNamesForSuggestions,
  '20261122T0622_create_graph_reach': createGraphReach,
  '20261122T0623_index_recent_users': indexRecentUsers,
  '20261122T0637_create_compliance_exceptions': createComplianceExceptions,
  '20261122T0905_create_compliance_trend': createComplianceTrend,
  '20261122T0908_add_format_of_reports': addFormatOfReports,
  '20261122T0909_create_report_schedules': createReportSchedules,
  '20261122T0921_add_inputs_of_evaluations': addInputsOfEvaluations,
  '20261122T0940_create_source_runs': createSourceRuns,
  '20261122T0941_create_correlated_sources': createCorrelatedSources,
  '20261122T0942_add_leaving_sources': addLeavingSources,
  '20261122T0949_drop_snapshots_of_exceptions': dropSnapshotsOfExceptions,
  '20261122T0950_recount_inventory_by_profile': recountInventoryByProfile,
  '20261122T1248_create_event_news': createEventNews,
  '20261122T1535_add_tenant_of_publisher_tokens': addTenantOfPublisherTokens,
  '20261122T1548_create_graph_scopes': createGraphScopes,
  '20261122T1612_count_resources_of_reach': countResourcesOfReach,
  '20261122T1626_create_digest_mails': createDigestMails,
  '20261122T1627_create_disabled_activity_methods': createDisabledActivityMethods,
  '20261122T1633_add_gaps_of_downloads': addGapsOfDownloads,
  '20261123T0148_index_scopes_of_any_time': indexScopesOfAnyTime,
  '20261123T0149_mark_usage_of_account': markUsageOfAccount,
  '20261123T0150_clear_reach_of_deleted_sources': clearReachOfDeletedSources,
  '20261123T0151_index_identities_by_name': indexIdentitiesByName,
  '20261123T0152_create_graph_counts': createGraphCounts,
  '20261123T0153_add_gaps_of_reports': addGapsOfReports,
  '20261123T0154_count_inventory_rows': countInventoryRows,
  '20261123T0311_mark_ended_sessions': markEndedSessions,
  '20261123T0900_repair_edited_steps': repairEditedSteps,
  '20261123T1610_create_user_sessions': createUserSessions,
  '20261123T1640_create_second_factors': createSecondFactors,
  '20261123T1655_create_sign_in_failures': createSignInFailures,
  '20261123T1721_add_history_to_alerts': addHistoryToAlerts,
  '20261123T1722_recount_inventory_by_purpose': recountInventoryByPurpose,
  '20261123T2245_recount_public_objects': recountPublicObjects,
  '20261124T0005_create_remote_health': createRemoteHealth,
  '20261124T0020_add_rollouts': addRollouts,
  '20261124T0110_add_starters_of_usage': addStartersOfUsage,
  '20261124T0111_create_people': createPeople,
  '20261124T0112_create_alert_triage': createAlertTriage,
  '20261124T0113_create_tiers_and_risk': createTiersAndRisk,
  '20261124T0345_create_delivery': createDelivery,
  '20261124T0430_add_first_passwords': addFirstPasswords,
  '20261124T0435_add_risk_to_alerts': addRiskToAlerts,
  '20261124T0436_keep_exposure_of_tiers': keepExposureOfTiers,
  '20261124T1710_add_certainty_to_alerts': addCertaintyToAlerts,
  '20261124T1720_create_exclusions': createExclusions,
  '20261124T1725_create_release_health': createReleaseHealth,
  '20261124T1726_add_provenance': addProvenance,
  '20261124T2130_create_api_tokens': createApiTokens,
  '20261125T0440_add_groups_to_deliveries': addGroupsToDeliveries,
  '20261125T0510_create_stage_map': createStageMap,
  '20261125T0550_add_recipients_of_guardrails': addRecipientsOfGuardrails,
  '20261125T0900_create_back_ends': createBackEnds,
  '20261125T0930_create_events': createEvents,
  '20261125T0945_create_device_requests': createDeviceRequests,
  '20261125T1048_await_scores_of_alerts': awaitScoresOfAlerts,
  '20261126T0240_create_mcp_settings': createMcpSettings,
  '20261126T0330_create_list_views': createListViews,
  '20261126T1110_create_tickets': createTickets,
  '20261126T1350_end_chat_with_connection': endChatWithConnection,
  '20261126T2030_create_choke_points': createChokePoints,
  '20261126T2041_limit_tokens_to_accounts': limitTokensToAccounts,
  '20261126T2042_add_public_keys_to_webhooks': addPublicKeysToWebhooks,
  '20261126T2043_send_events_to_buckets': sendEventsToBuckets,
  '20261126T2044_create_ticket_rules': createTicketRules,
  '20261126T2350_share_snapshots_between_sources': shareSnapshotsBetweenSources,
  '20261126T2355_create_graph_manifests': createGraphManifests,
  '20261127T0039_create_reviews': createReviews,
  '20261127T0040_repeat_reviews': repeatReviews,
  '20261127T0400_add_digests_to_scores': addDigestsToScores,
  '20261127T0410_create_limited_role': createLimitedRole,
  '20261127T0411_ask_for_accounts': askForAccounts,
  '20261127T0412_create_roles': createRoles,
  '20261127T0450_create_single_sign_on': createSingleSignOn,
  '20261127T0451_create_provisioning': createProvisioning,
  '20261127T0541_free_owner_of_account_rows': freeOwnerOfAccountRows,
  '20261127T0800_create_access_requests': createAccessRequests,
  '20261127T1100_create_assistant_sign_in': createAssistantSignIn,
  '20261127T1310_index_scores_by_tier': indexScoresByTier,
  '20261127T1600_create_user_keys': createUserKeys,
  '20261127T1830_create_graph_named_grants': createGraphNamedGrants,
  '20261127T2000_index_memberships_by_member': indexMembershipsByMember,
  '20261127T2100_add_stages_to_reviews': addStagesToReviews,
  '20261127T2105_add_tickets_to_reviews': addTicketsToReviews,
  '20261127T2110_warn_of_certificates': warnOfCertificates,
  '20261127T2115_create_saml_keys': createSamlKeys,
  '20261127T2230_create_graph_hops': createGraphHops,
  '20261127T2240_add_sets_to_requests': addSetsToRequests,
  '20261128T0130_find_grants_by_uri': findGrantsByUri,
  '20261128T0300_list_alerts_by_risk': listAlertsByRisk,
  '20261128T0345_add_channels_of_teams': addChannelsOfTeams,
  '20261128T0620_restore_lost_rows': restoreLostRows,
  '20261128T1010_remember_tier_evaluations': rememberTierEvaluations,
  '20261128T1015_add_fact_checks': addFactChecks,
  '20261128T1035_count_alerts_by_risk': countAlertsByRisk,
  '20261128T1320_remember_causes': rememberCauses,
  '20261128T1620_share_factors_of_resources': shareFactorsOfResources,
  '20261128T1630_find_scores_by_hashed_uri': findScoresByHashedUri,
  '20261128T1800_create_graph_grants': createGraphGrants,
  '20261128T1830_create_graph_leaf_digests': createGraphLeafDigests,
  '20261129T0030_leave_room_for_scores': leaveRoomForScores,
};
