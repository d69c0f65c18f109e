import { createRoot } from 'react-dom/client';
import { App } from './App';
import { watchErrors } from './failure/attribute-errors';
import { watchStrain } from './failure/watch-strain';
import { provideSharedModules } from './loader/shared-modules';
import { watchHangingFiles } from './loader/hanging-files';
import { startLoader } from './loader/loader';
import { takePreviewReleases } from './registry/preview-releases';
import { watchVitals } from './vitals/watch-vitals';
import { watchBrowserConnectivity } from '@cam/platform/host';

takePreviewReleases();
await provideSharedModules();
startLoader();
watchHangingFiles();
watchErrors();
watchStrain();
watchVitals();
watchBrowserConnectivity();

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
createRoot(root).render(<App />);
