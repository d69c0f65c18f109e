import { ACCESS_TOOLS } from './access-tools';
import { REVIEW_TOOLS } from './review-tools';
import { RISK_TOOLS } from './risk-tools';
import type { Tool } from './tool';

/** All tools, in the order in which assistants see them. */
export const TOOLS: readonly Tool[] = [...ACCESS_TOOLS, ...RISK_TOOLS, ...REVIEW_TOOLS];
