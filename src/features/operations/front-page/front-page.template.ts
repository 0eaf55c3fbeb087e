/** The HTML page at the URLs that emails link to, as long as there is no app. */
export const FRONT_PAGE = {
  heading: 'A journal, and people who keep each other going',
  body: `<p>This is the server of Meadow. It keeps your journal private: you decide what others can read. There is no app at this URL
yet. You can open:</p>
<ul class="links">
<li><a href="/docs"><strong>API documentation</strong> All operations, to read and to try</a></li>
<li><a href="/admin/health"><strong>Health</strong> The state of this server, for operators</a></li>
<li><a href="/openapi.json"><strong>OpenAPI 3.1</strong> The API description, for programs</a></li>
</ul>
<p class="small">Did you come here from an email? Your account and your data are fine. Ask the operator of this server which app to use.
Operators: see README.md to get started.</p>`,
};
