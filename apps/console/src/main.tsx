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

/** Address (below /console) of the page that shows all components with examples. Only the development server has it. */
const STORIES = '/ui';

/**
 * Returns the React element for the current address: the console or, on the development server, also the page of component
 * examples. A build contains only the console.
 */
async function openPage(): Promise<ReactNode> {
  if (import.meta.env.DEV && currentPath() === STORIES) {
    const { Stories } = await import('./stories/stories.tsx');
    return <Stories />;
  }
  // The code of the screen is loaded while the session is being read. If that fails, opening the screen shows the error.
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
