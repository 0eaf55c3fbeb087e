#!/bin/sh
# RFC 3676 (4.5) says that the quote marks of a flowed line are taken away before it is joined with the one above of the same depth. postal-mime
# joins the lines as they stand, so that a ">" is left in the middle of the text, and cannot be told from one of the writer. mailparser takes
# them away. A program that finds quotes by their first character moves from one parser to the other with other texts, without any message.
# Seen: postal-mime 4.0.0 and mailparser 3.14.2, with Node 20.20.2. Needs Node and npm.
set -eu
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" postal-mime@4.0.0 mailparser@3.14.2 >/dev/null
cat >flowed.mjs <<'SCRIPT'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const lines = ['> This paragraph was quoted ', '> on two lines.', '>> A deeper one, ', '>> on two.', 'An own ', 'answer.', ''];
const mailOf = (type) => [`Content-Type: text/plain; charset=us-ascii; ${type}`, 'Subject: Flowed', '', ...lines].join('\r\n');
const textsOf = async (mail) => [(await PostalMime.parse(mail)).text, (await simpleParser(mail)).text].map((text) => text.trim());

const [postalMime, mailparser] = await textsOf(mailOf('format=flowed'));
const [withoutSpaces] = await textsOf(mailOf('format=flowed; delsp=yes'));
console.log({ postalMime, mailparser, withoutSpaces });
const isAsSeen =
  postalMime === '> This paragraph was quoted > on two lines.\n>> A deeper one, >> on two.\nAn own answer.' &&
  mailparser === '> This paragraph was quoted on two lines.\n>> A deeper one, on two.\nAn own answer.' &&
  withoutSpaces.startsWith('> This paragraph was quoted> on two lines.');
if (!isAsSeen) {
  console.error('This is not what was seen.');
  process.exit(1);
}
SCRIPT
node flowed.mjs
