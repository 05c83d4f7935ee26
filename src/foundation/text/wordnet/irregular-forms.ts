/** Common English forms that no ending gives away, by their base form. The npm edition of WordNet lacks its own lists. */
const FORMS = `arise arose arisen|bear bore borne|beat beaten|become became|begin began begun|bend bent|bind bound|bite bit bitten|bleed bled|blow blew
blown|break broke broken|breed bred|bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen|come came|creep crept|deal dealt|dig
dug|draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|fly flew
flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone|grow grew
grown|hang hung|hear heard|hide hid hidden|hold held|keep kept|know knew known|lay laid|lead led|learn learnt|leave left|lend lent|lie lay lain|light
lit|lose lost|make made|mean meant|meet met|pay paid|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|sell
sold|send sent|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|slide
slid|speak spoke spoken|spend spent|spin spun|stand stood|steal stole stolen|stick stuck|strike struck|swear swore sworn|sweep swept|swim swam
swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown|understand understood|wake woke woken|wear wore
worn|weave wove woven|win won|wind wound|write wrote written|man men|woman women|child children|foot feet|tooth teeth|goose geese|mouse mice|louse
lice|person people|ox oxen|die dice|wife wives|life lives|knife knives|leaf leaves|half halves|shelf shelves|wolf wolves|thief thieves|loaf
loaves|self selves|calf calves|analysis analyses|basis bases|crisis crises|thesis theses|hypothesis hypotheses|phenomenon phenomena|criterion
criteria|medium media|datum data|curriculum curricula|index indices|appendix appendices|matrix matrices|axis axes|bacterium bacteria|fungus
fungi|nucleus nuclei|radius radii|stimulus stimuli|syllabus syllabi|alumnus alumni|good better best|bad worse worst|far farther farthest|little less
least|much more most`;

export const IRREGULAR_FORMS: ReadonlyMap<string, string> = new Map(
  FORMS.split('|').flatMap((group) => {
    const [base = '', ...forms] = group.split(/\s+/);
    return forms.map((form) => [form, base] as const);
  }),
);
