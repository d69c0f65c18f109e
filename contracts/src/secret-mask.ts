/** Replaces each stored secret in answers. It is never sent or accepted as a value. */
export const SECRET_MASK = '*'.repeat(16);
