'use strict';

/** Ends what the set-up started, the server before its database. */
module.exports = async () => {
  for (const stop of globalThis.camTestStop ?? []) await stop();
};
