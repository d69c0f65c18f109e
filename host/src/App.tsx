import { Provider } from 'jotai';
import { type ReactNode } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { store } from '@cam/platform/host';
import { ConfirmHost, ThemeRoot, ToastHost } from '@cam/ui';
import { CallbackPage } from './sign-in/CallbackPage';
import { LoginPage } from './sign-in/LoginPage';
import { LogoutPage } from './sign-in/LogoutPage';
import { SignedIn } from './sign-in/SignedIn';
import { ShellBoundary } from './failure/ShellBoundary';
import { Root } from './Root';
import { Console } from './Console';

/** Dialogs and toasts render inside the router because they may contain links. */
const router = createBrowserRouter([
  {
    element: <Root />,
    children: [
      { path: '/login', element: <LoginPage /> },
      { path: '/authorize/idn', element: <CallbackPage /> },
      { path: '/logout', element: <LogoutPage /> },
      {
        path: '*',
        element: (
          <SignedIn>
            <Console />
          </SignedIn>
        ),
      },
    ],
  },
]);

/** Renders the console: one store, cache, theme and router for the host and every remote. */
export function App(): ReactNode {
  return (
    <Provider store={store}>
      <SWRConfig value={{ dedupingInterval: 1000 }}>
        <ThemeRoot>
          {/* With transitions, a navigation would wait for a page that never stops rendering, so the user could not leave it. */}
          <RouterProvider router={router} useTransitions={false} />
          <ShellBoundary>
            <ConfirmHost />
            <ToastHost onFollow={(to) => void router.navigate(to)} />
          </ShellBoundary>
        </ThemeRoot>
      </SWRConfig>
    </Provider>
  );
}
