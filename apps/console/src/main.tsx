import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { matchRoute } from './routes.ts';
import { currentPath, startRouter } from './ui/router.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/parts.css';
import './ui/frame.css';

/** Address of the page of the components, which only the development server has. */
const STORIES = '/ui';

/** Returns the page of the components on the development server, else the console. The build contains the console only. */
async function openPage(): Promise<ReactNode> {
  if (import.meta.env.DEV && currentPath() === STORIES) {
    const { Stories } = await import('./stories/stories.tsx');
    return <Stories />;
  }
  // The file of the screen loads while the session is read; a failure shows where the screen is opened.
  matchRoute(currentPath())
    ?.route.load()
    .catch(() => undefined);
  return (
    <QueryClientProvider client={makeQueryClient()}>
      <App />
    </QueryClientProvider>
  );
}

const root = document.getElementById('root');
if (root !== null) {
  startRouter();
  createRoot(root).render(<StrictMode>{await openPage()}</StrictMode>);
}
