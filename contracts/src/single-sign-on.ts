/** Certificates of a SAML provider: the present one, the next one, and reserves that its metadata may name. */
export const MOST_CERTIFICATES = 4;
/** Keys of CAM for one SAML provider: the present one and the next one. */
export const MOST_OWN_KEYS = 2;
/** Domains of e-mails that one SAML provider may sign in. */
export const MOST_SIGN_ON_DOMAINS = 50;
/** Rules that turn attributes and groups into rights. */
export const MOST_RIGHTS_RULES = 200;
/** The console warns of the end of a certificate this many days before. */
export const CERTIFICATE_WARNING_DAYS = 30;
/** Stands for any value in a rule. */
export const ANY_VALUE = '*';
/** Prefix of the tokens with which providers manage users. */
export const PROVISIONING_TOKEN_PREFIX = 'cams_';
/** Provisioning tokens of a tenant. */
export const MOST_PROVISIONING_TOKENS = 5;
