import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { startRouter } from './ui/router.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/parts.css';
import './ui/frame.css';

const root = document.getElementById('root');
if (root !== null) {
  startRouter();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={makeQueryClient()}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}
