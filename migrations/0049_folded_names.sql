-- Tags are compared by a key, and shown as their user first wrote them: see decision 98.

-- Trimmed, composed (NFC) and case folded (Unicode 15, full), whatever the locale of the database is: `lower` depends on it, and
-- `casefold` exists from PostgreSQL 18 on. `tagKey` of the service gives the same.
create function trimmed_tag_1(tag text) returns text language sql immutable strict parallel safe
  return btrim(tag, U&' \0009\000A\000B\000C\000D\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF');

create function tag_key_1(tag text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text := trimmed_tag_1(tag);
  expansion text;
begin
  if octet_length(folded) = length(folded) then
    return lower(folded collate "C");
  end if;
  folded := translate(
    normalize(folded, NFC),
    U&'ABCDEFGHIJKLMNOPQRSTUVWXYZµÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘ' ||
    U&'ŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽſƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƠƢƤƦƧƩƬƮƯƱƲƳƵƷƸƼǄǅǇǈǊǋǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǱǲǴǶǷǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖ' ||
    U&'ȘȚȜȞȠȢȤȦȨȪȬȮȰȲȺȻȽȾɁɃɄɅɆɈɊɌɎ\0345ͰͲͶͿΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫςϏϐϑϕϖϘϚϜϞϠϢϤϦϨϪϬϮϰϱϴϵϷϹϺϽϾϿЀЁЂЃЄЅІ' ||
    U&'ЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜ' ||
    U&'ӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴ' ||
    U&'ႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᏸᏹᏺᏻᏼᏽᲀᲁᲂᲃᲄᲅᲆᲇᲈᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦ' ||
    U&'ḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔẛẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶ' ||
    U&'ỸỺỼỾἈἉἊἋἌἍἎἏἘἙἚἛἜἝἨἩἪἫἬἭἮἯἸἹἺἻἼἽἾἿὈὉὊὋὌὍὙὛὝὟὨὩὪὫὬὭὮὯᾸᾹᾺῈῊῘῙῚῨῩῪῬῸῺℲⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫⅬⅭⅮⅯↃⒶⒷⒸⒹⒺⒻⒼⒽⒾⒿⓀⓁⓂⓃⓄⓅ' ||
    U&'ⓆⓇⓈⓉⓊⓋⓌⓍⓎⓏⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴ' ||
    U&'ⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬ' ||
    U&'ꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟐꟖꟘꟵꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢ' ||
    U&'ꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴' ||
    U&'𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡' ||
    U&'𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒' ||
    U&'𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡',
    U&'abcdefghijklmnopqrstuvwxyzμàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĳĵķĺļľŀłńņňŋōŏőœŕŗř' ||
    U&'śŝşšţťŧũūŭůűųŵŷÿźżžsɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵơƣƥʀƨʃƭʈưʊʋƴƶʒƹƽǆǆǉǉǌǌǎǐǒǔǖǘǚǜǟǡǣǥǧǩǫǭǯǳǳǵƕƿǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗ' ||
    U&'șțȝȟƞȣȥȧȩȫȭȯȱȳⱥȼƚⱦɂƀʉʌɇɉɋɍɏιͱͳͷϳάέήίόύώαβγδεζηθικλμνξοπρστυφχψωϊϋσϗβθφπϙϛϝϟϡϣϥϧϩϫϭϯκρθεϸϲϻͻͼͽѐёђѓєѕі' ||
    U&'їјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӂӄӆӈӊӌӎӑӓӕӗәӛӝ' ||
    U&'ӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔ' ||
    U&'ⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭᏰᏱᏲᏳᏴᏵвдосттъѣꙋაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧ' ||
    U&'ḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕṡạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷ' ||
    U&'ỹỻỽỿἀἁἂἃἄἅἆἇἐἑἒἓἔἕἠἡἢἣἤἥἦἧἰἱἲἳἴἵἶἷὀὁὂὃὄὅὑὓὕὗὠὡὢὣὤὥὦὧᾰᾱὰὲὴῐῑὶῠῡὺῥὸὼⅎⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹⅺⅻⅼⅽⅾⅿↄⓐⓑⓒⓓⓔⓕⓖⓗⓘⓙⓚⓛⓜⓝⓞⓟ' ||
    U&'ⓠⓡⓢⓣⓤⓥⓦⓧⓨⓩⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵ' ||
    U&'ⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭ' ||
    U&'ꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊꟑꟗꟙꟶᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒ' ||
    U&'ᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜' ||
    U&'𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡' ||
    U&'𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴' ||
    U&'𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃');
  if folded !~ '[ßİŉǰΐΰևẖẗẘẙẚẞὐὒὔὖᾀᾁᾂᾃᾄᾅᾆᾇᾈᾉᾊᾋᾌᾍᾎᾏᾐᾑᾒᾓᾔᾕᾖᾗᾘᾙᾚᾛᾜᾝᾞᾟᾠᾡᾢᾣᾤᾥᾦᾧᾨᾩᾪᾫᾬᾭᾮᾯᾲᾳᾴᾶᾷᾼῂῃῄῆῇῌῒῖῗῢῤῦῧῲῳῴῶῷῼﬀﬁﬂﬃﬄﬅﬆﬓﬔﬕﬖﬗ]' then
    return normalize(folded, NFC);
  end if;
  -- A letter and the several that it becomes.
  foreach expansion in array string_to_array(
    U&'ßss İi\0307 ŉʼn ǰj\030C ΐι\0308\0301 ΰυ\0308\0301 ևեւ ẖh\0331 ẗt\0308 ẘw\030A ẙy\030A ẚaʾ' || ' ' ||
    U&'ẞss ὐυ\0313 ὒυ\0313\0300 ὔυ\0313\0301 ὖυ\0313\0342 ᾀἀι ᾁἁι ᾂἂι ᾃἃι ᾄἄι ᾅἅι ᾆἆι' || ' ' ||
    U&'ᾇἇι ᾈἀι ᾉἁι ᾊἂι ᾋἃι ᾌἄι ᾍἅι ᾎἆι ᾏἇι ᾐἠι ᾑἡι ᾒἢι' || ' ' ||
    U&'ᾓἣι ᾔἤι ᾕἥι ᾖἦι ᾗἧι ᾘἠι ᾙἡι ᾚἢι ᾛἣι ᾜἤι ᾝἥι ᾞἦι' || ' ' ||
    U&'ᾟἧι ᾠὠι ᾡὡι ᾢὢι ᾣὣι ᾤὤι ᾥὥι ᾦὦι ᾧὧι ᾨὠι ᾩὡι ᾪὢι' || ' ' ||
    U&'ᾫὣι ᾬὤι ᾭὥι ᾮὦι ᾯὧι ᾲὰι ᾳαι ᾴάι ᾶα\0342 ᾷα\0342ι ᾼαι ῂὴι' || ' ' ||
    U&'ῃηι ῄήι ῆη\0342 ῇη\0342ι ῌηι ῒι\0308\0300 ῖι\0342 ῗι\0308\0342 ῢυ\0308\0300 ῤρ\0313 ῦυ\0342 ῧυ\0308\0342' || ' ' ||
    U&'ῲὼι ῳωι ῴώι ῶω\0342 ῷω\0342ι ῼωι ﬀff ﬁfi ﬂfl ﬃffi ﬄffl ﬅst' || ' ' ||
    U&'ﬆst ﬓմն ﬔմե ﬕմի ﬖվն ﬗմխ', ' ')
  loop
    folded := replace(folded, left(expansion, 1), substr(expansion, 2));
  end loop;
  return normalize(folded, NFC);
end
$$;

-- The form in which a user first wrote each tag of their entries.
create table journal_tag (
  user_id uuid not null references profile (id) on delete cascade,
  key text not null,
  tag text not null,
  primary key (user_id, key)
);

insert into journal_tag (user_id, key, tag)
select distinct on (user_id, key) user_id, key, tag
from (
  select user_id, tag_key_1(raw) as key, trimmed_tag_1(raw) as tag, first_at, first_position
  from (
    select user_id, raw, min(created_at) as first_at, min(position) as first_position
    from journal_entry cross join unnest(tags) with ordinality as raws (raw, position) group by user_id, raw
  ) written
) keyed
where key <> ''
order by user_id, key, first_at, first_position;

-- Few entries have another form of a tag, or one tag twice. Their version and `changed_at` change, so that devices read them again.
update journal_entry entry
set tags = array(
  select form.tag
  from unnest(entry.tags) with ordinality as given (tag, position)
  join journal_tag form on form.user_id = entry.user_id and form.key = tag_key_1(given.tag)
  group by form.tag order by min(position))
where tags <> '{}' and (
  cardinality(tags) > (select count(distinct given) from unnest(tags) given)
  or exists (
    select from unnest(tags) given
    where not exists (
      select from journal_tag form
      where form.user_id = entry.user_id and form.key = tag_key_1(given) and form.tag = given)));

create trigger refuse_erased_user_id after insert on journal_tag
  referencing new table as inserted for each statement execute function refuse_erased_user_id();

-- Returns tags in the form of their user, each once. Of two entries that write a new tag at once, the second one waits and takes the form of
-- the first. A form that no other entry has gives way to the given one.
-- Sessions keep plans, and the first ones are made while the table is empty.
create function claim_tags(owner uuid, entry uuid, given text[]) returns text[] language plpgsql set enable_seqscan = off as $$
declare
  keys text[];
  forms text[];
  locked integer;
begin
  -- Most tags are given in their forms.
  if cardinality(given) = (select count(*) from journal_tag where user_id = owner and tag = any (given)) then
    select count(*) into locked from (
      select from journal_tag where user_id = owner and tag = any (given) order by key collate "C" for no key update) stored;
    if locked = cardinality(given) then
      return given;
    end if;
  end if;
  select array_agg(key order by position), array_agg(tag order by position) into keys, forms from (
    select distinct on (key) key, tag, position
    from (
      select tag_key_1(raw) as key, trimmed_tag_1(raw) as tag, position from unnest(given) with ordinality as raws (raw, position)
    ) keyed
    where key <> ''
    order by key, position
  ) firsts;
  if keys is null then
    return '{}';
  end if;
  loop
    -- In one order for all entries, so that none wait for each other.
    insert into journal_tag (user_id, key, tag)
    select owner, key, tag from unnest(keys, forms) as wanted (key, tag) order by key collate "C"
    on conflict do nothing;
    select count(*) into locked from (
      select from journal_tag where user_id = owner and key = any (keys) order by key collate "C" for no key update) stored;
    -- Fewer if the last entry with one of them was deleted meanwhile.
    exit when locked = cardinality(keys);
  end loop;
  update journal_tag form set tag = wanted.tag
  from unnest(keys, forms) as wanted (key, tag)
  where form.user_id = owner and form.key = wanted.key and form.tag <> wanted.tag and not exists (
    select from journal_entry other where other.user_id = owner and other.id is distinct from entry and other.tags @> array[form.tag]);
  return array(
    select form.tag from unnest(keys) with ordinality as wanted (key, position)
    join journal_tag form on form.user_id = owner and form.key = wanted.key order by position);
end
$$;

-- Deletes the forms of tags that no entry has any more.
create function forget_tags(owner uuid, gone text[]) returns void language plpgsql set enable_seqscan = off as $$
begin
  -- Waits for entries that are being written with them.
  perform from journal_tag where user_id = owner and tag = any (gone) order by key collate "C" for update;
  delete from journal_tag form where user_id = owner and tag = any (gone) and not exists (
    select from journal_entry entry where entry.user_id = owner and entry.tags @> array[form.tag]);
end
$$;

create function set_tags() returns trigger language plpgsql as $$
begin
  new.tags = claim_tags(new.user_id, new.id, new.tags);
  return new;
end
$$;

create function forget_changed_tags() returns trigger language plpgsql as $$
begin
  perform forget_tags(old.user_id, array(select unnest(old.tags) except select unnest(new.tags)));
  return null;
end
$$;

create function forget_deleted_tags() returns trigger language plpgsql as $$
begin
  perform forget_tags(user_id, array_agg(distinct tag))
  from deleted cross join unnest(tags) as tag group by user_id order by user_id;
  return null;
end
$$;

-- In the database, so that every writer keeps them, also the version before.
create trigger set_tags before insert on journal_entry for each row when (new.tags <> '{}') execute function set_tags();
create trigger set_changed_tags before update of tags on journal_entry for each row
  when (new.tags <> '{}' and new.tags is distinct from old.tags) execute function set_tags();
create trigger forget_changed_tags after update of tags on journal_entry for each row
  when (not old.tags <@ new.tags) execute function forget_changed_tags();
create trigger forget_deleted_tags after delete on journal_entry
  referencing old table as deleted for each statement execute function forget_deleted_tags();

-- The folded name of a user, which searches of people compare: see decision 98. Null until the service has folded it.
alter table profile add column search_name text;

create index profile_search_name_idx on profile using gin (search_keys_1(search_name));
create index profile_unfolded_name_idx on profile (id) where search_name is null;

create function forget_search_name() returns trigger language plpgsql as $$
begin
  new.search_name = null;
  return new;
end
$$;

-- A statement of the version before sets the name alone.
create trigger forget_search_name before update of full_name on profile for each row
  when (new.full_name is distinct from old.full_name and new.search_name is not distinct from old.search_name)
  execute function forget_search_name();

-- The folded text of a message, which searches of its room compare. Null until the service has folded it, and when the message is removed.
alter table chat_message add column search_text text;

create index chat_message_search_text_idx on chat_message using gin (room_id, search_keys_1(search_text))
  where search_text is not null;
create index chat_message_unfolded_idx on chat_message (created_at desc, id desc)
  where search_text is null and content is not null;

create function forget_search_text() returns trigger language plpgsql as $$
begin
  new.search_text = null;
  return new;
end
$$;

-- For statements that change or remove the text alone.
create trigger forget_search_text before update of content on chat_message for each row
  when (new.content is distinct from old.content and new.search_text is not distinct from old.search_text)
  execute function forget_search_text();
