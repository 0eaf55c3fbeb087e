const ROUNDS = 250;
const CONCURRENCY = 4;

/** The parts of responses that are needed here. */
type ResponseBody = { token: string; entry: { id: string } };

type Fetch = (method: 'GET' | 'POST', path: string, body?: object) => Promise<ResponseBody>;

/** Signs up a user, who sends a thousand requests on four connections: writes an entry, reads it, the journal and today. */
export async function sendRequests(url: string): Promise<void> {
  const anonymous = requester(url);
  const account = { name: 'Ada', email: 'ada@bench.test', password: 'meadow-in-bloom' };
  const { token: session } = await anonymous('POST', '/auth/sign-up/email', account);
  const { token } = await requester(url, session)('GET', '/auth/token');
  const request = requester(url, token);
  let remaining = ROUNDS;
  const work = async () => {
    while (remaining > 0) {
      remaining -= 1;
      const content = `Walked to work and was calm. ${remaining}`;
      const { entry } = await request('POST', '/api/journal', { title: 'A day', content });
      await request('GET', `/api/journal/${entry.id}`);
      await request('GET', '/api/journal?limit=50');
      await request('GET', '/api/today');
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

function requester(url: string, token?: string): Fetch {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as ResponseBody;
  };
}
