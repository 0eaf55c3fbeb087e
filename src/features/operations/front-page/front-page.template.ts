/** The HTML page of a node that serves the API alone, also at the URLs that emails link to. */
export const FRONT_PAGE = {
  heading: 'A journal, and people who keep each other going',
  body: `<p>This is a server of Meadow that serves the API alone (WEB=off). You can open:</p>
<ul class="links">
<li><a href="/docs"><strong>API documentation</strong> All operations, to read and to try</a></li>
<li><a href="/openapi.json"><strong>OpenAPI 3.1</strong> The API description, for programs</a></li>
</ul>
<p class="small">Did you come here from an email? Your account and your data are fine. Ask the operator of this server which app to use.
Operators: see README.md to get started.</p>`,
};
