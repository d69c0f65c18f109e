import { createRoot } from 'react-dom/client';
import { App } from './App';
import { watchErrors } from './failure/attribute-errors';
import { provideSharedModules } from './loader/shared-modules';
import { startLoader } from './loader/loader';
import { takePreviewReleases } from './registry/preview-releases';
import { watchBrowserConnectivity } from '@cam/platform/host';

takePreviewReleases();
await provideSharedModules();
startLoader();
watchErrors();
watchBrowserConnectivity();

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
createRoot(root).render(<App />);
