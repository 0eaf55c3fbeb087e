/** Apostrophes that NFKD would decompose into a space and a mark. */
const SPACING_APOSTROPHES = /[`\u00b4\u0384\u1fbd\u1fbf\u1fef\u1ffd\uff07]/g;
const APOSTROPHES = /[\u2018\u2019\u201b\u02b9\u02bb-\u02bf\u02c8\ua78c\u055a\u2032]/g;
const HYPHENS = /[\u2010\u2011\u05be]/g;
/** Within abbreviations. */
const GERSHAYIM = /(?<=[\u05d0-\u05ea])["\u201d\u05f3\u05f4](?=[\u05d0-\u05ea])/g;

/**
 * Removed marks: accents, points and vowel signs of Hebrew and Arabic, tatweel, and characters without a width. Those without which a letter
 * is another one stay, as in Japanese, Thai and Hindi.
 */
const MARKS = new RegExp(
  `[${[
    '\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f',
    '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7',
    '\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u08ca-\\u08e1\\u08e3-\\u08ff',
    '\\u0711\\u0730-\\u074a',
    '\\u00ad\\u061c\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff',
    // Skin tones, and the rest of variation selectors and tags.
    '\\u{1f3fb}-\\u{1f3ff}\\u{e0000}-\\u{e0fff}',
  ].join('')}]`,
  'gu',
);

/** Letters that no normalization decomposes. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{
    ß: 'ss',
    ς: 'σ',
    ı: 'i',
    ȷ: 'j',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ł: 'l',
    ħ: 'h',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
    ŧ: 't',
    ɑ: 'a',
  },
  ...{ ى: 'ي', ی: 'ي', ة: 'ه', ہ: 'ه', ک: 'ك', ٱ: 'ا' },
  ...Object.fromEntries([...'٠١٢٣٤٥٦٧٨٩'].map((digit, value) => [digit, String(value)])),
  ...Object.fromEntries([...'۰۱۲۳۴۵۶۷۸۹'].map((digit, value) => [digit, String(value)])),
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

const IS_ASCII = /^[\x20-\x7e]*$/;

/** A text as it is compared: without case, accents, and variants of letters, apostrophes and hyphens. */
export function fold(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase().replaceAll('`', "'");
  return text
    .replace(SPACING_APOSTROPHES, "'")
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(LETTER, (letter) => LETTERS[letter] as string)
    .replace(GERSHAYIM, '')
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, '-')
    .normalize('NFC');
}
