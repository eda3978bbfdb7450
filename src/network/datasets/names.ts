/** Names of companies, made comparable: lower case, no accents, no punctuation, the legal form apart. */

export interface CompanyName {
  /** Without its legal form. */
  readonly words: readonly string[]
  /** What it is by law; empty when the name does not say. */
  readonly form: 'stock' | 'limited' | 'other' | ''
}

type Form = Exclude<CompanyName['form'], ''>

/** Longer ones first: the shorter are parts of them. */
const phrases: readonly (readonly [words: readonly string[], form: Form])[] = (
  [
    [
      'stock',
      'otkrytoe aktsionernoe obshchestvo|zakrytoe aktsionernoe obshchestvo|publichnoe aktsionernoe obshchestvo',
    ],
    [
      'stock',
      'aktsionernoe obshchestvo|public joint stock company|open joint stock company|closed joint stock company',
    ],
    ['stock', 'private joint stock company|joint stock company|public joint stock|private joint stock'],
    ['stock', 'sociedad anonima de capital variable|sociedad anonima|s a de c v|s p a|p l c|n v|a s|s a'],
    ['limited', 'obshchestvo s ogranichennoy otvetstvennostyu|limited liability company|limited liability partnership'],
    [
      'limited',
      'private limited company|public limited company|s de r l|sp z o o|sdn bhd|pte ltd|pvt ltd|pty ltd|co ltd',
    ],
    ['limited', 's a r l|d o o|s r o|s r l|l l c|l l p|f z e|f z c o|b v'],
  ] as const
).flatMap(([form, texts]) => texts.split('|').map((text) => [text.split(' '), form] as const))

const forms = new Map<string, Form>(
  (
    [
      ['stock', 'jsc pjsc ojsc cjsc pjs ao oao zao pao ag nv sa spa plc ab as oyj zrt'],
      [
        'limited',
        'llc ltd limited ooo tov too gmbh bv srl sarl sas doo sro kft bhd sdn pte pty pvt fze fzco fzc ltda limitada',
      ],
      ['other', 'inc incorporated corp corporation co company lp llp kg cc fz oy'],
    ] as const
  ).flatMap(([form, words]) => words.split(' ').map((word): [string, Form] => [word, form])),
)

/** Words that many companies, and most ministries and banks, have in their names. */
const common = new Set(
  (
    'the of and for de la el los y e et und i v in at on to group holding holdings international global general national ' +
    'trading trade service services network networks telecom telecommunication telecommunications communication ' +
    'communications internet online data center centre hosting cloud technology technologies systems system solutions it ' +
    'information industrial industries industry investment investments management enterprise enterprises bank banco ' +
    'savings saving integrated advanced new digital business north south east west star city development innovation hub ' +
    'platform agricultural commercial state federal central institute university research academy science sciences ' +
    'security equipment software capital finance financial insurance consulting engineering energy oil gas ministry ' +
    'interior defense defence petroleum storage nacional joint stock public private'
  ).split(' '),
)
const fillers = new Set('the of and for de la el los y e et und i v in at on to'.split(' '))

export function companyName(name: string): CompanyName {
  const all = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’`"]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const words: string[] = []
  let form: CompanyName['form'] = ''
  for (let at = 0; at < all.length;) {
    const phrase = phrases.find(([words]) => words.every((word, i) => all[at + i] === word))
    const found = phrase?.[1] ?? forms.get(all[at] ?? '')
    if (found === undefined) words.push(all[at] ?? '')
    else if (form === '' || form === 'other') form = found
    at += phrase?.[0].length ?? 1
  }
  return { words: words.filter((word) => !fillers.has(word)), form }
}

/** Whether any word tells one company from another. */
export const isTelling = (words: readonly string[]): boolean =>
  words.some((word) => word.length > 1 && !common.has(word))
