import { createRoot } from 'react-dom/client';
import { App } from './App';
import { provideSharedModules } from './loader/shared-modules';
import { startLoader } from './loader/loader';
import { watchBrowserConnectivity } from '@cam/platform/host';

await provideSharedModules();
startLoader();
watchBrowserConnectivity();

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
createRoot(root).render(<App />);
