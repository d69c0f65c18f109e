import posthog from 'posthog-js/dist/module.slim.no-external';
import { stripToVisitor, type Visitor } from './visitor';

/**
 * Tells the operator's own PostHog that somebody works with the console, and nothing by itself after that: no clicks, addresses, recordings, surveys or flags. Nothing
 * is kept in the browser, and nothing is loaded from there. This file is a chunk of its own: it is loaded where a tenant has the flag alone.
 * @returns what ends it
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
      // Whoever signed in counts, whatever their browser says of itself.
      opt_out_useragent_filter: true,
      respect_dnt: true,
      disable_compression: true,
      request_batching: false,
    },
    'cam',
  );
  // One that was ended before is the same still.
  service.set_config({ before_send: (event) => stripToVisitor(event, visitor) });
  service.capture('console opened');
  return () => service.set_config({ before_send: () => null });
}
