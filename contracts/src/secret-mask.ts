/** Stands in every answer where a secret is stored. It is never sent back as a value, and never taken as one. */
export const SECRET_MASK = '*'.repeat(16);
