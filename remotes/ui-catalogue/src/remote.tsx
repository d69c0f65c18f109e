import { lazy } from 'react';
import { defineRemote } from '@cam/platform';

export default defineRemote({
  pages: { catalogue: lazy(() => import('./catalogue/CataloguePage')) },
  parts: {},
});
