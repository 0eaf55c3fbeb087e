import { MARK_URL } from '../mark.template.ts';

/** What people find at the address that mails lead to, as long as there is no client. */
export const FRONT_PAGE = {
  heading: 'A journal, and people who keep each other going',
  icon: MARK_URL,
  body: `<p>This is the server of Meadow. It keeps what you write exactly as private as you say. There is no app at this
address yet; this is what there is:</p>
<ul class="links">
<li><a href="/docs"><strong>API page</strong> All that an app can ask for, to read and to try</a></li>
<li><a href="/admin/health"><strong>Health</strong> How this server is doing, for those who run it</a></li>
<li><a href="/openapi.json"><strong>OpenAPI 3.1</strong> The same interface as the API page, for programs</a></li>
</ul>
<p class="small">Did a mail bring you here? Nothing is wrong, and nothing is lost. Ask the people who run this server which app to use.
For them, the file README.md beside the program says how to begin.</p>`,
};
