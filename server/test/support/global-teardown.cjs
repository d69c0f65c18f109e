'use strict';

/** Stops what the set-up started: the server, then its database. */
module.exports = async () => {
  for (const stop of globalThis.camTestStop ?? []) await stop();
};
