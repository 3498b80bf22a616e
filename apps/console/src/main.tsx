import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { matchRoute } from './routes.ts';
import { currentPath, startRouter } from './ui/router.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/parts.css';
import './ui/frame.css';

const root = document.getElementById('root');
if (root !== null) {
  startRouter();
  // Loads the code of the screen while the session is read. A failure is shown when the screen is opened.
  matchRoute(currentPath())
    ?.route.load()
    .catch(() => undefined);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={makeQueryClient()}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}
