import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { colorSchemeManager } from './app/color-scheme.ts';
import { watchConnection } from './app/connection/connection.ts';
import { currentLanguage, loadMessages } from './app/language.ts';
import { LanguageProvider } from './app/language-provider.tsx';
import { followSignOut } from './app/local/leave.ts';
import { createQueryClient } from './app/query-client.ts';
import { createAppRouter } from './app/router.ts';
import './app/styles/index.css';
import { theme } from './app/theme.ts';
import { reloadOnLostChunk } from './app/worker/lost-chunk.ts';
import { registerWorker } from './app/worker/worker.ts';

reloadOnLostChunk();
const language = currentLanguage();
document.documentElement.lang = language;
const queryClient = createQueryClient();
const router = createAppRouter({ queryClient });
// The code and the data of the screen are on their way while the texts are.
void router.load();
const messages = await loadMessages(language);
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      // Their rules are in app/styles: the content security policy allows no <style>.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <LanguageProvider language={language} messages={messages}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  </StrictMode>,
);

// No part of the first paint.
void import('./app/page/watch-page.ts').then(({ watchPage }) => watchPage(router));
watchConnection();
followSignOut();
void import('./app/local/unfinished-wipe.ts').then(({ finishWipe }) => finishWipe()).catch(() => undefined);
if (document.readyState === 'complete') void registerWorker(router);
else window.addEventListener('load', () => void registerWorker(router), { once: true });
