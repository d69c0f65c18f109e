/** Tries changes of a source before anybody makes them: the access that they add and take away, and the alerts that they would raise. */
export { whatIfRoutes } from './routes';
export { WhatIfService, type TryChange } from './service';
