/** Questions that work for every tenant, for an empty search box and for texts that could not be read. */
export const EXAMPLE_QUESTIONS = [
  'Which admins have no MFA?',
  'Which buckets are public?',
  'What can the internet reach?',
  'Which contractors can change sensitive data?',
  'Who can escalate privileges?',
  'Which roles have admin access that was never used?',
] as const;
