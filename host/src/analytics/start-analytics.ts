import posthog from 'posthog-js/dist/module.slim.no-external';
import { stripToVisitor, type Visitor } from './visitor';

/**
 * Sends one event to the operator's own PostHog when the console opens, and nothing else: no clicks, addresses, recordings, surveys or flags. It
 * stores nothing in the browser and loads no code from there. This file is its own chunk and loads only for tenants with the flag.
 * @returns a function that stops all events
 */
export function startAnalytics({ url, key }: { url: string; key: string }, visitor: Visitor): () => void {
  const service = posthog.init(
    key,
    {
      api_host: url,
      autocapture: false,
      capture_pageview: false,
      capture_pageleave: false,
      capture_dead_clicks: false,
      capture_exceptions: false,
      capture_heatmaps: false,
      capture_performance: false,
      rageclick: false,
      disable_session_recording: true,
      disable_surveys: true,
      disable_web_experiments: true,
      disable_external_dependency_loading: true,
      advanced_disable_flags: true,
      persistence: 'memory',
      person_profiles: 'never',
      save_campaign_params: false,
      save_referrer: false,
      mask_personal_data_properties: true,
      // Signed-in users count even if the browser identifies as a bot.
      opt_out_useragent_filter: true,
      respect_dnt: true,
      disable_compression: true,
      request_batching: false,
    },
    'cam',
  );
  // PostHog keeps one instance, so a restart replaces the filter of the stopped one.
  service.set_config({ before_send: (event) => stripToVisitor(event, visitor) });
  service.capture('console opened');
  return () => service.set_config({ before_send: () => null });
}
