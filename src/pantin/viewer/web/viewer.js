/*! Pantin's viewer, made from sources 8f3d7e8d882471cd9240cc897943bfe87f31566c12040b4e933097566645eebe

It holds these libraries:

three 0.187.0

The MIT License

Copyright © 2010-2026 three.js authors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.

----

@pixiv/three-vrm-materials-mtoon 3.5.5

Copyright (c) 2019-2026 pixiv Inc.

MIT License

Permission is hereby granted, free of charge, to any person obtaining
a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including
without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to
permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be
included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION
OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

----

@pixiv/three-vrm-materials-v0compat 3.5.5

Copyright (c) 2019-2026 pixiv Inc.

MIT License

Permission is hereby granted, free of charge, to any person obtaining
a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including
without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to
permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be
included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION
OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
*/
"use strict";(()=>{var is={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},ss={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},Fp=0,Mu=1,Bp=2;var Po=1,kp=2,Nr=3,oi=0,Ut=1,nt=2,Ns=0,Or=1,Su=2,wu=3,Tu=4,zp=5;var Os=100,Hp=101,Vp=102,Gp=103,Wp=104,Xp=200,qp=201,Yp=202,jp=203,Eu=204,Au=205,$p=206,Zp=207,Kp=208,Jp=209,Qp=210,em=211,tm=212,nm=213,im=214,ka=0,za=1,Ha=2,_r=3,Va=4,Ga=5,Wa=6,Xa=7,cl=0,sm=1,rm=2,ai=0,Ru=1,Cu=2,Pu=3,Lu=4,Iu=5,Du=6,Lo=7,cu="attached",om="detached",Nu=300,Us=301,Ur=302,Fr=303,hl=304,ei=1e3,_n=1001,yr=1002,Ot=1003,ul=1004;var Fs=1005;var bt=1006,Br=1007;var pn=1008;var wn=1009,Ou=1010,Uu=1011,kr=1012,dl=1013,qn=1014,mn=1015,Yn=1016,fl=1017,pl=1018,Bs=1020,Fu=35902,Bu=35899,ku=1021,zu=1022,Fn=1023,Ti=1026,Oi=1027,ml=1028,gl=1029,rs=1030,_l=1031;var yl=1033,Io=33776,Do=33777,No=33778,Oo=33779,vl=35840,xl=35841,bl=35842,Ml=35843,Sl=36196,wl=37492,Tl=37496,El=37488,Al=37489,Uo=37490,Rl=37491,Cl=37808,Pl=37809,Ll=37810,Il=37811,Dl=37812,Nl=37813,Ol=37814,Ul=37815,Fl=37816,Bl=37817,kl=37818,zl=37819,Hl=37820,Vl=37821,Gl=36492,Wl=36494,Xl=36495,ql=36283,Yl=36284,Fo=36285,jl=36286;var Ts=2300,Es=2301,Fa=2302,hu=2303,uu=2400,du=2401,fu=2402,am=2500;var Hu=0,Bo=1,zr=2,lm=3200;var os=0,cm=1,Ui="",vt="srgb",Ct="srgb-linear",uo="linear",at="srgb";var Ba=7680;var hm=519,um=512,dm=513,fm=514,Vu=515,pm=516,mm=517,Gu=518,Wu=519,Xu=35044,jn=35048;var qu="300 es",Dn=2e3,vr=2001;function D_(s){for(let e=s.length-1;e>=0;--e)if(s[e]>=65535)return!0;return!1}function N_(s){return ArrayBuffer.isView(s)&&!(s instanceof DataView)}function xr(s){return document.createElementNS("http://www.w3.org/1999/xhtml",s)}function gm(){let s=xr("canvas");return s.style.display="block",s}var $f={},br=null;function fo(...s){let e="THREE."+s.shift();br?br("log",e,...s):console.log(e,...s)}function _m(s){let e=s[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=s[1];t&&t.isStackTrace?s[0]+=" "+t.getLocation():s[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return s}function De(...s){s=_m(s);let e="THREE."+s.shift();if(br)br("warn",e,...s);else{let t=s[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...s)}}function Be(...s){s=_m(s);let e="THREE."+s.shift();if(br)br("error",e,...s);else{let t=s[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...s)}}function ws(...s){let e=s.join(" ");e in $f||($f[e]=!0,De(...s))}function ym(s,e,t){return new Promise(function(n,i){function r(){switch(s.clientWaitSync(e,s.SYNC_FLUSH_COMMANDS_BIT,0)){case s.WAIT_FAILED:i();break;case s.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:n()}}setTimeout(r,t)})}var vm={[ka]:ka,[Ha]:Wa,[Va]:Va,[_r]:Ga,[za]:za,[Wa]:Ha,[Xa]:Xa,[Ga]:_r},Xn=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n===void 0?!1:n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let i=n[e];if(i!==void 0){let r=i.indexOf(t);r!==-1&&i.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let i=n.slice(0);for(let r=0,o=i.length;r<o;r++)i[r].call(this,e);e.target=null}}},en=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Zf=1234567,co=Math.PI/180,As=180/Math.PI;function li(){let s=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(en[s&255]+en[s>>8&255]+en[s>>16&255]+en[s>>24&255]+"-"+en[e&255]+en[e>>8&255]+"-"+en[e>>16&15|64]+en[e>>24&255]+"-"+en[t&63|128]+en[t>>8&255]+"-"+en[t>>16&255]+en[t>>24&255]+en[n&255]+en[n>>8&255]+en[n>>16&255]+en[n>>24&255]).toLowerCase()}function Ye(s,e,t){return Math.max(e,Math.min(t,s))}function Yu(s,e){return(s%e+e)%e}function O_(s,e,t,n,i){return n+(s-e)*(i-n)/(t-e)}function U_(s,e,t){return s!==e?(t-s)/(e-s):0}function ho(s,e,t){return(1-t)*s+t*e}function F_(s,e,t,n){return ho(s,e,1-Math.exp(-t*n))}function B_(s,e=1){return e-Math.abs(Yu(s,e*2)-e)}function k_(s,e,t){return s<=e?0:s>=t?1:(s=(s-e)/(t-e),s*s*(3-2*s))}function z_(s,e,t){return s<=e?0:s>=t?1:(s=(s-e)/(t-e),s*s*s*(s*(s*6-15)+10))}function H_(s,e){return s+Math.floor(Math.random()*(e-s+1))}function V_(s,e){return s+Math.random()*(e-s)}function G_(s){return s*(.5-Math.random())}function W_(s){s!==void 0&&(Zf=s);let e=Zf+=1831565813;return e=Math.imul(e^e>>>15,e|1),e^=e+Math.imul(e^e>>>7,e|61),((e^e>>>14)>>>0)/4294967296}function X_(s){return s*co}function q_(s){return s*As}function Y_(s){return s>0&&Number.isInteger(s)&&2**Math.round(Math.log2(s))===s}function j_(s){return Math.pow(2,Math.ceil(Math.log(s)/Math.LN2))}function ju(s){return Math.pow(2,Math.floor(Math.log(s)/Math.LN2))}function $_(s,e,t,n,i){let r=Math.cos,o=Math.sin,a=r(t/2),l=o(t/2),c=r((e+n)/2),h=o((e+n)/2),u=r((e-n)/2),d=o((e-n)/2),f=r((n-e)/2),m=o((n-e)/2);switch(i){case"XYX":s.set(a*h,l*u,l*d,a*c);break;case"YZY":s.set(l*d,a*h,l*u,a*c);break;case"ZXZ":s.set(l*u,l*d,a*h,a*c);break;case"XZX":s.set(a*h,l*m,l*f,a*c);break;case"YXY":s.set(l*f,a*h,l*m,a*c);break;case"ZYZ":s.set(l*m,l*f,a*h,a*c);break;default:De("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+i)}}function $l(s){switch(s.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function $u(s,e){if(e.constructor===Float32Array)return s;let t=$l(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(s/t,-1)}function Zu(s,e){if(e.constructor===Float32Array)return s;let t=$l(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(s*t)}var Kt={DEG2RAD:co,RAD2DEG:As,generateUUID:li,clamp:Ye,euclideanModulo:Yu,mapLinear:O_,inverseLerp:U_,lerp:ho,damp:F_,pingpong:B_,smoothstep:k_,smootherstep:z_,randInt:H_,randFloat:V_,randFloatSpread:G_,seededRandom:W_,degToRad:X_,radToDeg:q_,isPowerOfTwo:Y_,ceilPowerOfTwo:j_,floorPowerOfTwo:ju,setQuaternionFromProperEuler:$_,normalize:Zu,denormalize:$u},Ee=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,i=e.elements;return this.x=i[0]*t+i[3]*n+i[6],this.y=i[1]*t+i[4]*n+i[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=Ye(this.x,e.x,t.x),this.y=Ye(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=Ye(this.x,e,t),this.y=Ye(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Ye(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(Ye(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),i=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*n-o*i+e.x,this.y=r*i+o*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},be=class{constructor(e=0,t=0,n=0,i=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=i}static slerpFlat(e,t,n,i,r,o,a){let l=n[i+0],c=n[i+1],h=n[i+2],u=n[i+3],d=r[o+0],f=r[o+1],m=r[o+2],y=r[o+3];if(u!==y||l!==d||c!==f||h!==m){let p=l*d+c*f+h*m+u*y;p<0&&(d=-d,f=-f,m=-m,y=-y,p=-p);let g=1-a;if(p<.9995){let v=Math.acos(p),T=Math.sin(v);g=Math.sin(g*v)/T,a=Math.sin(a*v)/T,l=l*g+d*a,c=c*g+f*a,h=h*g+m*a,u=u*g+y*a}else{l=l*g+d*a,c=c*g+f*a,h=h*g+m*a,u=u*g+y*a;let v=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=v,c*=v,h*=v,u*=v}}e[t]=l,e[t+1]=c,e[t+2]=h,e[t+3]=u}static multiplyQuaternionsFlat(e,t,n,i,r,o){let a=n[i],l=n[i+1],c=n[i+2],h=n[i+3],u=r[o],d=r[o+1],f=r[o+2],m=r[o+3];return e[t]=a*m+h*u+l*f-c*d,e[t+1]=l*m+h*d+c*u-a*f,e[t+2]=c*m+h*f+a*d-l*u,e[t+3]=h*m-a*u-l*d-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,i){return this._x=e,this._y=t,this._z=n,this._w=i,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,i=e._y,r=e._z,o=e._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(i/2),u=a(r/2),d=l(n/2),f=l(i/2),m=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*m,this._y=c*f*u-d*h*m,this._z=c*h*m+d*f*u,this._w=c*h*u-d*f*m;break;case"YXZ":this._x=d*h*u+c*f*m,this._y=c*f*u-d*h*m,this._z=c*h*m-d*f*u,this._w=c*h*u+d*f*m;break;case"ZXY":this._x=d*h*u-c*f*m,this._y=c*f*u+d*h*m,this._z=c*h*m+d*f*u,this._w=c*h*u-d*f*m;break;case"ZYX":this._x=d*h*u-c*f*m,this._y=c*f*u+d*h*m,this._z=c*h*m-d*f*u,this._w=c*h*u+d*f*m;break;case"YZX":this._x=d*h*u+c*f*m,this._y=c*f*u+d*h*m,this._z=c*h*m-d*f*u,this._w=c*h*u-d*f*m;break;case"XZY":this._x=d*h*u-c*f*m,this._y=c*f*u-d*h*m,this._z=c*h*m+d*f*u,this._w=c*h*u+d*f*m;break;default:De("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,i=Math.sin(n);return this._x=e.x*i,this._y=e.y*i,this._z=e.z*i,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],i=t[4],r=t[8],o=t[1],a=t[5],l=t[9],c=t[2],h=t[6],u=t[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-i)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(i+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(i+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-i)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(Ye(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let i=Math.min(1,t/n);return this.slerp(e,i),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,i=e._y,r=e._z,o=e._w,a=t._x,l=t._y,c=t._z,h=t._w;return this._x=n*h+o*a+i*c-r*l,this._y=i*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-i*a,this._w=o*h-n*a-i*l-r*c,this._onChangeCallback(),this}slerp(e,t){let n=e._x,i=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(n=-n,i=-i,r=-r,o=-o,a=-a);let l=1-t;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,t=Math.sin(t*c)/h,this._x=this._x*l+n*t,this._y=this._y*l+i*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this._onChangeCallback()}else this._x=this._x*l+n*t,this._y=this._y*l+i*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this.normalize();return this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),i=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(i*Math.sin(e),i*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},S=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(Kf.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(Kf.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,i=this.z,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6]*i,this.y=r[1]*t+r[4]*n+r[7]*i,this.z=r[2]*t+r[5]*n+r[8]*i,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,i=this.z,r=e.elements,o=1/(r[3]*t+r[7]*n+r[11]*i+r[15]);return this.x=(r[0]*t+r[4]*n+r[8]*i+r[12])*o,this.y=(r[1]*t+r[5]*n+r[9]*i+r[13])*o,this.z=(r[2]*t+r[6]*n+r[10]*i+r[14])*o,this}applyQuaternion(e){let t=this.x,n=this.y,i=this.z,r=e.x,o=e.y,a=e.z,l=e.w,c=2*(o*i-a*n),h=2*(a*t-r*i),u=2*(r*n-o*t);return this.x=t+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=i+l*u+r*h-o*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,i=this.z,r=e.elements;return this.x=r[0]*t+r[4]*n+r[8]*i,this.y=r[1]*t+r[5]*n+r[9]*i,this.z=r[2]*t+r[6]*n+r[10]*i,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=Ye(this.x,e.x,t.x),this.y=Ye(this.y,e.y,t.y),this.z=Ye(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=Ye(this.x,e,t),this.y=Ye(this.y,e,t),this.z=Ye(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Ye(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,i=e.y,r=e.z,o=t.x,a=t.y,l=t.z;return this.x=i*l-r*a,this.y=r*o-n*l,this.z=n*a-i*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return kh.copy(this).projectOnVector(e),this.sub(kh)}reflect(e){return this.sub(kh.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(Ye(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,i=this.z-e.z;return t*t+n*n+i*i}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let i=Math.sin(t)*e;return this.x=i*Math.sin(n),this.y=Math.cos(t)*e,this.z=i*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),i=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=i,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},kh=new S,Kf=new be,Ce=class{static{this.prototype.isMatrix3=!0}constructor(e,t,n,i,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,i,r,o,a,l,c)}set(e,t,n,i,r,o,a,l,c){let h=this.elements;return h[0]=e,h[1]=i,h[2]=a,h[3]=t,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,i=t.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],m=n[8],y=i[0],p=i[3],g=i[6],v=i[1],T=i[4],x=i[7],A=i[2],E=i[5],_=i[8];return r[0]=o*y+a*v+l*A,r[3]=o*p+a*T+l*E,r[6]=o*g+a*x+l*_,r[1]=c*y+h*v+u*A,r[4]=c*p+h*T+u*E,r[7]=c*g+h*x+u*_,r[2]=d*y+f*v+m*A,r[5]=d*p+f*T+m*E,r[8]=d*g+f*x+m*_,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],i=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8];return t*o*h-t*a*c-n*r*h+n*a*l+i*r*c-i*o*l}invert(){let e=this.elements,t=e[0],n=e[1],i=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,m=t*u+n*d+i*f;if(m===0)return this.set(0,0,0,0,0,0,0,0,0);let y=1/m;return e[0]=u*y,e[1]=(i*c-h*n)*y,e[2]=(a*n-i*o)*y,e[3]=d*y,e[4]=(h*t-i*l)*y,e[5]=(i*r-a*t)*y,e[6]=f*y,e[7]=(n*l-c*t)*y,e[8]=(o*t-n*r)*y,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,i,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+e,-i*c,i*l,-i*(-c*o+l*a)+a+t,0,0,1),this}scale(e,t){return ws("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(zh.makeScale(e,t)),this}rotate(e){return ws("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(zh.makeRotation(-e)),this}translate(e,t){return ws("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(zh.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let i=0;i<9;i++)if(t[i]!==n[i])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},zh=new Ce,Jf=new Ce().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Qf=new Ce().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function Z_(){let s={enabled:!0,workingColorSpace:Ct,spaces:{},convert:function(i,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===at&&(i.r=wi(i.r),i.g=wi(i.g),i.b=wi(i.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(i.applyMatrix3(this.spaces[r].toXYZ),i.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===at&&(i.r=gr(i.r),i.g=gr(i.g),i.b=gr(i.b))),i},workingToColorSpace:function(i,r){return this.convert(i,this.workingColorSpace,r)},colorSpaceToWorking:function(i,r){return this.convert(i,r,this.workingColorSpace)},getPrimaries:function(i){return this.spaces[i].primaries},getTransfer:function(i){return i===Ui?uo:this.spaces[i].transfer},getToneMappingMode:function(i){return this.spaces[i].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(i,r=this.workingColorSpace){return i.fromArray(this.spaces[r].luminanceCoefficients)},define:function(i){Object.assign(this.spaces,i)},_getMatrix:function(i,r,o){return i.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(i){return this.spaces[i].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(i=this.workingColorSpace){return this.spaces[i].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],n=[.3127,.329];return s.define({[Ct]:{primaries:e,whitePoint:n,transfer:uo,toXYZ:Jf,fromXYZ:Qf,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:vt},outputColorSpaceConfig:{drawingBufferColorSpace:vt}},[vt]:{primaries:e,whitePoint:n,transfer:at,toXYZ:Jf,fromXYZ:Qf,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:vt}}}),s}var qe=Z_();function wi(s){return s<.04045?s*.0773993808:Math.pow(s*.9478672986+.0521327014,2.4)}function gr(s){return s<.0031308?s*12.92:1.055*Math.pow(s,.41666)-.055}var nr,qa=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{nr===void 0&&(nr=xr("canvas")),nr.width=e.width,nr.height=e.height;let i=nr.getContext("2d");e instanceof ImageData?i.putImageData(e,0,0):i.drawImage(e,0,0,e.width,e.height),n=nr}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=xr("canvas");t.width=e.width,t.height=e.height;let n=t.getContext("2d");n.drawImage(e,0,0,e.width,e.height);let i=n.getImageData(0,0,e.width,e.height),r=i.data;for(let o=0;o<r.length;o++)r[o]=wi(r[o]/255)*255;return n.putImageData(i,0,0),t}else if(e.data){let t=e.data.slice(0);for(let n=0;n<t.length;n++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[n]=Math.floor(wi(t[n]/255)*255):t[n]=wi(t[n]);return{data:t,width:e.width,height:e.height}}else return De("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},K_=0,Mr=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:K_++}),this.uuid=li(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:""},i=this.data;if(i!==null){let r;if(Array.isArray(i)){r=[];for(let o=0,a=i.length;o<a;o++)i[o].isDataTexture?r.push(Hh(i[o].image)):r.push(Hh(i[o]))}else r=Hh(i);n.url=r}return t||(e.images[this.uuid]=n),n}};function Hh(s){return typeof HTMLImageElement<"u"&&s instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&s instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&s instanceof ImageBitmap?qa.getDataURL(s):s.data?{data:Array.from(s.data),width:s.width,height:s.height,type:s.data.constructor.name}:(De("Texture: Unable to serialize Texture."),{})}var J_=0,Vh=new S,Et=class s extends Xn{constructor(e=s.DEFAULT_IMAGE,t=s.DEFAULT_MAPPING,n=_n,i=_n,r=bt,o=pn,a=Fn,l=wn,c=s.DEFAULT_ANISOTROPY,h=Ui){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:J_++}),this.uuid=li(),this.name="",this.source=new Mr(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=n,this.wrapT=i,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new Ee(0,0),this.repeat=new Ee(1,1),this.center=new Ee(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new Ce,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Vh).x}get height(){return this.source.getSize(Vh).y}get depth(){return this.source.getSize(Vh).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){De(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let i=this[t];if(i===void 0){De(`Texture.setValues(): property '${t}' does not exist.`);continue}i&&n&&i.isVector2&&n.isVector2||i&&n&&i.isVector3&&n.isVector3||i&&n&&i.isMatrix3&&n.isMatrix3?i.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==Nu)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case ei:e.x=e.x-Math.floor(e.x);break;case _n:e.x=e.x<0?0:1;break;case yr:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case ei:e.y=e.y-Math.floor(e.y);break;case _n:e.y=e.y<0?0:1;break;case yr:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};Et.DEFAULT_IMAGE=null;Et.DEFAULT_MAPPING=Nu;Et.DEFAULT_ANISOTROPY=1;var ct=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,n=0,i=1){this.x=e,this.y=t,this.z=n,this.w=i}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,i){return this.x=e,this.y=t,this.z=n,this.w=i,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,i=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*n+o[8]*i+o[12]*r,this.y=o[1]*t+o[5]*n+o[9]*i+o[13]*r,this.z=o[2]*t+o[6]*n+o[10]*i+o[14]*r,this.w=o[3]*t+o[7]*n+o[11]*i+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,i,r,l=e.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],m=l[9],y=l[2],p=l[6],g=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-y)<.01&&Math.abs(m-p)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+y)<.1&&Math.abs(m+p)<.1&&Math.abs(c+f+g-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let T=(c+1)/2,x=(f+1)/2,A=(g+1)/2,E=(h+d)/4,_=(u+y)/4,w=(m+p)/4;return T>x&&T>A?T<.01?(n=0,i=.707106781,r=.707106781):(n=Math.sqrt(T),i=E/n,r=_/n):x>A?x<.01?(n=.707106781,i=0,r=.707106781):(i=Math.sqrt(x),n=E/i,r=w/i):A<.01?(n=.707106781,i=.707106781,r=0):(r=Math.sqrt(A),n=_/r,i=w/r),this.set(n,i,r,t),this}let v=Math.sqrt((p-m)*(p-m)+(u-y)*(u-y)+(d-h)*(d-h));return Math.abs(v)<.001&&(v=1),this.x=(p-m)/v,this.y=(u-y)/v,this.z=(d-h)/v,this.w=Math.acos((c+f+g-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=Ye(this.x,e.x,t.x),this.y=Ye(this.y,e.y,t.y),this.z=Ye(this.z,e.z,t.z),this.w=Ye(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=Ye(this.x,e,t),this.y=Ye(this.y,e,t),this.z=Ye(this.z,e,t),this.w=Ye(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Ye(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Ya=class extends Xn{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:bt,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new ct(0,0,e,t),this.scissorTest=!1,this.viewport=new ct(0,0,e,t),this.textures=[];let i=n.count;for(let r=0;r<i;r++)this.textures[r]=new Et({width:e,height:t,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:bt,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let i=0,r=this.textures.length;i<r;i++)this.textures[i].image.width=e,this.textures[i].image.height=t,this.textures[i].image.depth=n,this.textures[i].isData3DTexture!==!0&&(this.textures[i].isArrayTexture=this.textures[i].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let i=Object.assign({},e.textures[t].image);this.textures[t].source=new Mr(i)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},nn=class extends Ya{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},po=class extends Et{constructor(e=null,t=1,n=1,i=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:i},this.magFilter=Ot,this.minFilter=Ot,this.wrapR=_n,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var ja=class extends Et{constructor(e=null,t=1,n=1,i=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:i},this.magFilter=Ot,this.minFilter=Ot,this.wrapR=_n,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var Se=class s{static{this.prototype.isMatrix4=!0}constructor(e,t,n,i,r,o,a,l,c,h,u,d,f,m,y,p){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,i,r,o,a,l,c,h,u,d,f,m,y,p)}set(e,t,n,i,r,o,a,l,c,h,u,d,f,m,y,p){let g=this.elements;return g[0]=e,g[4]=t,g[8]=n,g[12]=i,g[1]=r,g[5]=o,g[9]=a,g[13]=l,g[2]=c,g[6]=h,g[10]=u,g[14]=d,g[3]=f,g[7]=m,g[11]=y,g[15]=p,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new s().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,i=1/ir.setFromMatrixColumn(e,0).length(),r=1/ir.setFromMatrixColumn(e,1).length(),o=1/ir.setFromMatrixColumn(e,2).length();return t[0]=n[0]*i,t[1]=n[1]*i,t[2]=n[2]*i,t[3]=0,t[4]=n[4]*r,t[5]=n[5]*r,t[6]=n[6]*r,t[7]=0,t[8]=n[8]*o,t[9]=n[9]*o,t[10]=n[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,i=e.y,r=e.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(i),c=Math.sin(i),h=Math.cos(r),u=Math.sin(r);if(e.order==="XYZ"){let d=o*h,f=o*u,m=a*h,y=a*u;t[0]=l*h,t[4]=-l*u,t[8]=c,t[1]=f+m*c,t[5]=d-y*c,t[9]=-a*l,t[2]=y-d*c,t[6]=m+f*c,t[10]=o*l}else if(e.order==="YXZ"){let d=l*h,f=l*u,m=c*h,y=c*u;t[0]=d+y*a,t[4]=m*a-f,t[8]=o*c,t[1]=o*u,t[5]=o*h,t[9]=-a,t[2]=f*a-m,t[6]=y+d*a,t[10]=o*l}else if(e.order==="ZXY"){let d=l*h,f=l*u,m=c*h,y=c*u;t[0]=d-y*a,t[4]=-o*u,t[8]=m+f*a,t[1]=f+m*a,t[5]=o*h,t[9]=y-d*a,t[2]=-o*c,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let d=o*h,f=o*u,m=a*h,y=a*u;t[0]=l*h,t[4]=m*c-f,t[8]=d*c+y,t[1]=l*u,t[5]=y*c+d,t[9]=f*c-m,t[2]=-c,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let d=o*l,f=o*c,m=a*l,y=a*c;t[0]=l*h,t[4]=y-d*u,t[8]=m*u+f,t[1]=u,t[5]=o*h,t[9]=-a*h,t[2]=-c*h,t[6]=f*u+m,t[10]=d-y*u}else if(e.order==="XZY"){let d=o*l,f=o*c,m=a*l,y=a*c;t[0]=l*h,t[4]=-u,t[8]=c*h,t[1]=d*u+y,t[5]=o*h,t[9]=f*u-m,t[2]=m*u-f,t[6]=a*h,t[10]=y*u+d}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(Q_,e,ey)}lookAt(e,t,n){let i=this.elements;return Cn.subVectors(e,t),Cn.lengthSq()===0&&(Cn.z=1),Cn.normalize(),Vi.crossVectors(n,Cn),Vi.lengthSq()===0&&(Math.abs(n.z)===1?Cn.x+=1e-4:Cn.z+=1e-4,Cn.normalize(),Vi.crossVectors(n,Cn)),Vi.normalize(),da.crossVectors(Cn,Vi),i[0]=Vi.x,i[4]=da.x,i[8]=Cn.x,i[1]=Vi.y,i[5]=da.y,i[9]=Cn.y,i[2]=Vi.z,i[6]=da.z,i[10]=Cn.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,i=t.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],m=n[2],y=n[6],p=n[10],g=n[14],v=n[3],T=n[7],x=n[11],A=n[15],E=i[0],_=i[4],w=i[8],I=i[12],C=i[1],N=i[5],U=i[9],W=i[13],L=i[2],H=i[6],Y=i[10],z=i[14],ne=i[3],V=i[7],Q=i[11],te=i[15];return r[0]=o*E+a*C+l*L+c*ne,r[4]=o*_+a*N+l*H+c*V,r[8]=o*w+a*U+l*Y+c*Q,r[12]=o*I+a*W+l*z+c*te,r[1]=h*E+u*C+d*L+f*ne,r[5]=h*_+u*N+d*H+f*V,r[9]=h*w+u*U+d*Y+f*Q,r[13]=h*I+u*W+d*z+f*te,r[2]=m*E+y*C+p*L+g*ne,r[6]=m*_+y*N+p*H+g*V,r[10]=m*w+y*U+p*Y+g*Q,r[14]=m*I+y*W+p*z+g*te,r[3]=v*E+T*C+x*L+A*ne,r[7]=v*_+T*N+x*H+A*V,r[11]=v*w+T*U+x*Y+A*Q,r[15]=v*I+T*W+x*z+A*te,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],i=e[8],r=e[12],o=e[1],a=e[5],l=e[9],c=e[13],h=e[2],u=e[6],d=e[10],f=e[14],m=e[3],y=e[7],p=e[11],g=e[15],v=l*f-c*d,T=a*f-c*u,x=a*d-l*u,A=o*f-c*h,E=o*d-l*h,_=o*u-a*h;return t*(y*v-p*T+g*x)-n*(m*v-p*A+g*E)+i*(m*T-y*A+g*_)-r*(m*x-y*E+p*_)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],i=e[8],r=e[1],o=e[5],a=e[9],l=e[2],c=e[6],h=e[10];return t*(o*h-a*c)-n*(r*h-a*l)+i*(r*c-o*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let i=this.elements;return e.isVector3?(i[12]=e.x,i[13]=e.y,i[14]=e.z):(i[12]=e,i[13]=t,i[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],i=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=e[9],d=e[10],f=e[11],m=e[12],y=e[13],p=e[14],g=e[15],v=t*a-n*o,T=t*l-i*o,x=t*c-r*o,A=n*l-i*a,E=n*c-r*a,_=i*c-r*l,w=h*y-u*m,I=h*p-d*m,C=h*g-f*m,N=u*p-d*y,U=u*g-f*y,W=d*g-f*p,L=v*W-T*U+x*N+A*C-E*I+_*w;if(L===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let H=1/L;return e[0]=(a*W-l*U+c*N)*H,e[1]=(i*U-n*W-r*N)*H,e[2]=(y*_-p*E+g*A)*H,e[3]=(d*E-u*_-f*A)*H,e[4]=(l*C-o*W-c*I)*H,e[5]=(t*W-i*C+r*I)*H,e[6]=(p*x-m*_-g*T)*H,e[7]=(h*_-d*x+f*T)*H,e[8]=(o*U-a*C+c*w)*H,e[9]=(n*C-t*U-r*w)*H,e[10]=(m*E-y*x+g*v)*H,e[11]=(u*x-h*E-f*v)*H,e[12]=(a*I-o*N-l*w)*H,e[13]=(t*N-n*I+i*w)*H,e[14]=(y*T-m*A-p*v)*H,e[15]=(h*A-u*T+d*v)*H,this}scale(e){let t=this.elements,n=e.x,i=e.y,r=e.z;return t[0]*=n,t[4]*=i,t[8]*=r,t[1]*=n,t[5]*=i,t[9]*=r,t[2]*=n,t[6]*=i,t[10]*=r,t[3]*=n,t[7]*=i,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],i=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,i))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),i=Math.sin(t),r=1-n,o=e.x,a=e.y,l=e.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-i*l,c*l+i*a,0,c*a+i*l,h*a+n,h*l-i*o,0,c*l-i*a,h*l+i*o,r*l*l+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,i,r,o){return this.set(1,n,r,0,e,1,o,0,t,i,1,0,0,0,0,1),this}compose(e,t,n){let i=this.elements,r=t._x,o=t._y,a=t._z,l=t._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,m=r*u,y=o*h,p=o*u,g=a*u,v=l*c,T=l*h,x=l*u,A=n.x,E=n.y,_=n.z;return i[0]=(1-(y+g))*A,i[1]=(f+x)*A,i[2]=(m-T)*A,i[3]=0,i[4]=(f-x)*E,i[5]=(1-(d+g))*E,i[6]=(p+v)*E,i[7]=0,i[8]=(m+T)*_,i[9]=(p-v)*_,i[10]=(1-(d+y))*_,i[11]=0,i[12]=e.x,i[13]=e.y,i[14]=e.z,i[15]=1,this}decompose(e,t,n){let i=this.elements;e.x=i[12],e.y=i[13],e.z=i[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),t.identity(),this;let o=ir.set(i[0],i[1],i[2]).length(),a=ir.set(i[4],i[5],i[6]).length(),l=ir.set(i[8],i[9],i[10]).length();r<0&&(o=-o),Vn.copy(this);let c=1/o,h=1/a,u=1/l;return Vn.elements[0]*=c,Vn.elements[1]*=c,Vn.elements[2]*=c,Vn.elements[4]*=h,Vn.elements[5]*=h,Vn.elements[6]*=h,Vn.elements[8]*=u,Vn.elements[9]*=u,Vn.elements[10]*=u,t.setFromRotationMatrix(Vn),n.x=o,n.y=a,n.z=l,this}makePerspective(e,t,n,i,r,o,a=Dn,l=!1){let c=this.elements,h=2*r/(t-e),u=2*r/(n-i),d=(t+e)/(t-e),f=(n+i)/(n-i),m,y;if(l)m=r/(o-r),y=o*r/(o-r);else if(a===Dn)m=-(o+r)/(o-r),y=-2*o*r/(o-r);else if(a===vr)m=-o/(o-r),y=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=m,c[14]=y,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,n,i,r,o,a=Dn,l=!1){let c=this.elements,h=2/(t-e),u=2/(n-i),d=-(t+e)/(t-e),f=-(n+i)/(n-i),m,y;if(l)m=1/(o-r),y=o/(o-r);else if(a===Dn)m=-2/(o-r),y=-(o+r)/(o-r);else if(a===vr)m=-1/(o-r),y=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=m,c[14]=y,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let i=0;i<16;i++)if(t[i]!==n[i])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},ir=new S,Vn=new Se,Q_=new S(0,0,0),ey=new S(1,1,1),Vi=new S,da=new S,Cn=new S,ep=new Se,tp=new be,Zt=class s{constructor(e=0,t=0,n=0,i=s.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=n,this._order=i}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,i=this._order){return this._x=e,this._y=t,this._z=n,this._order=i,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let i=e.elements,r=i[0],o=i[4],a=i[8],l=i[1],c=i[5],h=i[9],u=i[2],d=i[6],f=i[10];switch(t){case"XYZ":this._y=Math.asin(Ye(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-Ye(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(Ye(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-Ye(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(Ye(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-Ye(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:De("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return ep.makeRotationFromQuaternion(e),this.setFromRotationMatrix(ep,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return tp.setFromEuler(this),this.setFromQuaternion(tp,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Zt.DEFAULT_ORDER="XYZ";var Sr=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},ty=0,np=new S,sr=new be,yi=new Se,fa=new S,eo=new S,ny=new S,iy=new be,ip=new S(1,0,0),sp=new S(0,1,0),rp=new S(0,0,1),op={type:"added"},sy={type:"removed"},rr={type:"childadded",child:null},Gh={type:"childremoved",child:null},lt=class s extends Xn{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:ty++}),this.uuid=li(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=s.DEFAULT_UP.clone();let e=new S,t=new Zt,n=new be,i=new S(1,1,1);function r(){n.setFromEuler(t,!1)}function o(){t.setFromQuaternion(n,void 0,!1)}t._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:i},modelViewMatrix:{value:new Se},normalMatrix:{value:new Ce}}),this.matrix=new Se,this.matrixWorld=new Se,this.matrixAutoUpdate=s.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=s.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Sr,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return sr.setFromAxisAngle(e,t),this.quaternion.multiply(sr),this}rotateOnWorldAxis(e,t){return sr.setFromAxisAngle(e,t),this.quaternion.premultiply(sr),this}rotateX(e){return this.rotateOnAxis(ip,e)}rotateY(e){return this.rotateOnAxis(sp,e)}rotateZ(e){return this.rotateOnAxis(rp,e)}translateOnAxis(e,t){return np.copy(e).applyQuaternion(this.quaternion),this.position.add(np.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(ip,e)}translateY(e){return this.translateOnAxis(sp,e)}translateZ(e){return this.translateOnAxis(rp,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(yi.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?fa.copy(e):fa.set(e,t,n);let i=this.parent;this.updateWorldMatrix(!0,!1),eo.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?yi.lookAt(eo,fa,this.up):yi.lookAt(fa,eo,this.up),this.quaternion.setFromRotationMatrix(yi),i&&(yi.extractRotation(i.matrixWorld),sr.setFromRotationMatrix(yi),this.quaternion.premultiply(sr.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(Be("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(op),rr.child=e,this.dispatchEvent(rr),rr.child=null):Be("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(sy),Gh.child=e,this.dispatchEvent(Gh),Gh.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),yi.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),yi.multiply(e.parent.matrixWorld)),e.applyMatrix4(yi),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(op),rr.child=e,this.dispatchEvent(rr),rr.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,i=this.children.length;n<i;n++){let o=this.children[n].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let i=this.children;for(let r=0,o=i.length;r<o;r++)i[r].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(eo,e,ny),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(eo,iy,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,i=t.length;n<i;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,i=t.length;n<i;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,i=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*n-r[8]*i,r[13]+=n-r[1]*t-r[5]*n-r[9]*i,r[14]+=i-r[2]*t-r[6]*n-r[10]*i}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,i=t.length;n<i;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let i=this.parent;if(e===!0&&i!==null&&i.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e=="string",n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let i={};i.uuid=this.uuid,i.type=this.type,i.name=this.name,i.castShadow=this.castShadow,i.receiveShadow=this.receiveShadow,i.visible=this.visible,i.frustumCulled=this.frustumCulled,i.renderOrder=this.renderOrder,i.static=this.static,i.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(i.userData=this.userData),i.layers=this.layers.mask,i.matrix=this.matrix.toArray(),i.up=this.up.toArray(),this.pivot!==null&&(i.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(i.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(i.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(i.type="InstancedMesh",i.count=this.count,i.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(i.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(i.type="BatchedMesh",i.perObjectFrustumCulled=this.perObjectFrustumCulled,i.sortObjects=this.sortObjects,i.drawRanges=this._drawRanges,i.reservedRanges=this._reservedRanges,i.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),i.instanceInfo=this._instanceInfo.map(a=>({...a})),i.availableInstanceIds=this._availableInstanceIds.slice(),i.availableGeometryIds=this._availableGeometryIds.slice(),i.nextIndexStart=this._nextIndexStart,i.nextVertexStart=this._nextVertexStart,i.geometryCount=this._geometryCount,i.maxInstanceCount=this._maxInstanceCount,i.maxVertexCount=this._maxVertexCount,i.maxIndexCount=this._maxIndexCount,i.geometryInitialized=this._geometryInitialized,i.matricesTexture=this._matricesTexture.toJSON(e),i.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(i.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(i.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(i.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?i.background=this.background.toJSON():this.background.isTexture&&(i.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(i.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){i.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(e.shapes,u)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(i.bindMode=this.bindMode,i.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),i.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(e.materials,this.material[l]));i.material=a}else i.material=r(e.materials,this.material);if(this.children.length>0){i.children=[];for(let a=0;a<this.children.length;a++)i.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){i.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];i.animations.push(r(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),c=o(e.textures),h=o(e.images),u=o(e.shapes),d=o(e.skeletons),f=o(e.animations),m=o(e.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),m.length>0&&(n.nodes=m)}return n.object=i,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let n=0;n<e.children.length;n++){let i=e.children[n];this.add(i.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};lt.DEFAULT_UP=new S(0,1,0);lt.DEFAULT_MATRIX_AUTO_UPDATE=!0;lt.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Mt=class extends lt{constructor(){super(),this.isGroup=!0,this.type="Group"}},ry={type:"move"},wr=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Mt,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Mt,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new S,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new S),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Mt,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new S,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new S,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let i=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(c&&e.hand){o=!0;for(let y of e.hand.values()){let p=t.getJointPose(y,n),g=this._getHandJoint(c,y);p!==null&&(g.matrix.fromArray(p.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=p.radius),g.visible=p!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,m=.005;c.inputState.pinching&&d>f+m?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!c.inputState.pinching&&d<=f-m&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else l!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:e,target:this})));a!==null&&(i=t.getPose(e.targetRaySpace,n),i===null&&r!==null&&(i=r),i!==null&&(a.matrix.fromArray(i.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,i.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(i.linearVelocity)):a.hasLinearVelocity=!1,i.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(i.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(ry)))}return a!==null&&(a.visible=i!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new Mt;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},xm={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Gi={h:0,s:0,l:0},pa={h:0,s:0,l:0};function Wh(s,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?s+(e-s)*6*t:t<1/2?e:t<2/3?s+(e-s)*6*(2/3-t):s}var le=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let i=e;i&&i.isColor?this.copy(i):typeof i=="number"?this.setHex(i):typeof i=="string"&&this.setStyle(i)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=vt){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,qe.colorSpaceToWorking(this,t),this}setRGB(e,t,n,i=qe.workingColorSpace){return this.r=e,this.g=t,this.b=n,qe.colorSpaceToWorking(this,i),this}setHSL(e,t,n,i=qe.workingColorSpace){if(e=Yu(e,1),t=Ye(t,0,1),n=Ye(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,o=2*n-r;this.r=Wh(o,r,e+1/3),this.g=Wh(o,r,e),this.b=Wh(o,r,e-1/3)}return qe.colorSpaceToWorking(this,i),this}setStyle(e,t=vt){function n(r){r!==void 0&&parseFloat(r)<1&&De("Color: Alpha component of "+e+" will be ignored.")}let i;if(i=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=i[1],a=i[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:De("Color: Unknown color model "+e)}}else if(i=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=i[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);De("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=vt){let n=xm[e.toLowerCase()];return n!==void 0?this.setHex(n,t):De("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=wi(e.r),this.g=wi(e.g),this.b=wi(e.b),this}copyLinearToSRGB(e){return this.r=gr(e.r),this.g=gr(e.g),this.b=gr(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=vt){return qe.workingToColorSpace(tn.copy(this),e),Math.round(Ye(tn.r*255,0,255))*65536+Math.round(Ye(tn.g*255,0,255))*256+Math.round(Ye(tn.b*255,0,255))}getHexString(e=vt){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=qe.workingColorSpace){qe.workingToColorSpace(tn.copy(this),t);let n=tn.r,i=tn.g,r=tn.b,o=Math.max(n,i,r),a=Math.min(n,i,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(i-r)/u+(i<r?6:0);break;case i:l=(r-n)/u+2;break;case r:l=(n-i)/u+4;break}l/=6}return e.h=l,e.s=c,e.l=h,e}getRGB(e,t=qe.workingColorSpace){return qe.workingToColorSpace(tn.copy(this),t),e.r=tn.r,e.g=tn.g,e.b=tn.b,e}getStyle(e=vt){qe.workingToColorSpace(tn.copy(this),e);let t=tn.r,n=tn.g,i=tn.b;return e!==vt?`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${i.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(i*255)})`}offsetHSL(e,t,n){return this.getHSL(Gi),this.setHSL(Gi.h+e,Gi.s+t,Gi.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(Gi),e.getHSL(pa);let n=ho(Gi.h,pa.h,t),i=ho(Gi.s,pa.s,t),r=ho(Gi.l,pa.l,t);return this.setHSL(n,i,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,i=this.b,r=e.elements;return this.r=r[0]*t+r[3]*n+r[6]*i,this.g=r[1]*t+r[4]*n+r[7]*i,this.b=r[2]*t+r[5]*n+r[8]*i,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},tn=new le;le.NAMES=xm;var Tr=class extends lt{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Zt,this.environmentIntensity=1,this.environmentRotation=new Zt,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Gn=new S,vi=new S,Xh=new S,xi=new S,or=new S,ar=new S,ap=new S,qh=new S,Yh=new S,jh=new S,$h=new ct,Zh=new ct,Kh=new ct,ji=class s{constructor(e=new S,t=new S,n=new S){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,i){i.subVectors(n,t),Gn.subVectors(e,t),i.cross(Gn);let r=i.lengthSq();return r>0?i.multiplyScalar(1/Math.sqrt(r)):i.set(0,0,0)}static getBarycoord(e,t,n,i,r){Gn.subVectors(i,t),vi.subVectors(n,t),Xh.subVectors(e,t);let o=Gn.dot(Gn),a=Gn.dot(vi),l=Gn.dot(Xh),c=vi.dot(vi),h=vi.dot(Xh),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,m=(o*h-a*l)*d;return r.set(1-f-m,m,f)}static containsPoint(e,t,n,i){return this.getBarycoord(e,t,n,i,xi)===null?!1:xi.x>=0&&xi.y>=0&&xi.x+xi.y<=1}static getInterpolation(e,t,n,i,r,o,a,l){return this.getBarycoord(e,t,n,i,xi)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,xi.x),l.addScaledVector(o,xi.y),l.addScaledVector(a,xi.z),l)}static getInterpolatedAttribute(e,t,n,i,r,o){return $h.setScalar(0),Zh.setScalar(0),Kh.setScalar(0),$h.fromBufferAttribute(e,t),Zh.fromBufferAttribute(e,n),Kh.fromBufferAttribute(e,i),o.setScalar(0),o.addScaledVector($h,r.x),o.addScaledVector(Zh,r.y),o.addScaledVector(Kh,r.z),o}static isFrontFacing(e,t,n,i){return Gn.subVectors(n,t),vi.subVectors(e,t),Gn.cross(vi).dot(i)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,i){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[i]),this}setFromAttributeAndIndices(e,t,n,i){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,i),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Gn.subVectors(this.c,this.b),vi.subVectors(this.a,this.b),Gn.cross(vi).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return s.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return s.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,n,i,r){return s.getInterpolation(e,this.a,this.b,this.c,t,n,i,r)}containsPoint(e){return s.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return s.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,i=this.b,r=this.c,o,a;or.subVectors(i,n),ar.subVectors(r,n),qh.subVectors(e,n);let l=or.dot(qh),c=ar.dot(qh);if(l<=0&&c<=0)return t.copy(n);Yh.subVectors(e,i);let h=or.dot(Yh),u=ar.dot(Yh);if(h>=0&&u<=h)return t.copy(i);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),t.copy(n).addScaledVector(or,o);jh.subVectors(e,r);let f=or.dot(jh),m=ar.dot(jh);if(m>=0&&f<=m)return t.copy(r);let y=f*c-l*m;if(y<=0&&c>=0&&m<=0)return a=c/(c-m),t.copy(n).addScaledVector(ar,a);let p=h*m-f*u;if(p<=0&&u-h>=0&&f-m>=0)return ap.subVectors(r,i),a=(u-h)/(u-h+(f-m)),t.copy(i).addScaledVector(ap,a);let g=1/(p+y+d);return o=y*g,a=d*g,t.copy(n).addScaledVector(or,o).addScaledVector(ar,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},yt=class{constructor(e=new S(1/0,1/0,1/0),t=new S(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(Wn.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(Wn.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=Wn.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,Wn):Wn.fromBufferAttribute(r,o),Wn.applyMatrix4(e.matrixWorld),this.expandByPoint(Wn);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),ma.copy(e.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),ma.copy(n.boundingBox)),ma.applyMatrix4(e.matrixWorld),this.union(ma)}let i=e.children;for(let r=0,o=i.length;r<o;r++)this.expandByObject(i[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Wn),Wn.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(to),ga.subVectors(this.max,to),lr.subVectors(e.a,to),cr.subVectors(e.b,to),hr.subVectors(e.c,to),Wi.subVectors(cr,lr),Xi.subVectors(hr,cr),xs.subVectors(lr,hr);let t=[0,-Wi.z,Wi.y,0,-Xi.z,Xi.y,0,-xs.z,xs.y,Wi.z,0,-Wi.x,Xi.z,0,-Xi.x,xs.z,0,-xs.x,-Wi.y,Wi.x,0,-Xi.y,Xi.x,0,-xs.y,xs.x,0];return!Jh(t,lr,cr,hr,ga)||(t=[1,0,0,0,1,0,0,0,1],!Jh(t,lr,cr,hr,ga))?!1:(_a.crossVectors(Wi,Xi),t=[_a.x,_a.y,_a.z],Jh(t,lr,cr,hr,ga))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Wn).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Wn).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(bi[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),bi[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),bi[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),bi[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),bi[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),bi[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),bi[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),bi[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(bi),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},bi=[new S,new S,new S,new S,new S,new S,new S,new S],Wn=new S,ma=new yt,lr=new S,cr=new S,hr=new S,Wi=new S,Xi=new S,xs=new S,to=new S,ga=new S,_a=new S,bs=new S;function Jh(s,e,t,n,i){for(let r=0,o=s.length-3;r<=o;r+=3){bs.fromArray(s,r);let a=i.x*Math.abs(bs.x)+i.y*Math.abs(bs.y)+i.z*Math.abs(bs.z),l=e.dot(bs),c=t.dot(bs),h=n.dot(bs);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var zt=new S,ya=new Ee,oy=0,Qe=class extends Xn{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:oy++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=n,this.usage=Xu,this.updateRanges=[],this.gpuType=mn,this.version=0,this._normalizationScale=e!==void 0?$l(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let i=0,r=this.itemSize;i<r;i++)this.array[e+i]=t.array[n+i];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)ya.fromBufferAttribute(this,t),ya.applyMatrix3(e),this.setXY(t,ya.x,ya.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)zt.fromBufferAttribute(this,t),zt.applyMatrix3(e),this.setXYZ(t,zt.x,zt.y,zt.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)zt.fromBufferAttribute(this,t),zt.applyMatrix4(e),this.setXYZ(t,zt.x,zt.y,zt.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)zt.fromBufferAttribute(this,t),zt.applyNormalMatrix(e),this.setXYZ(t,zt.x,zt.y,zt.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)zt.fromBufferAttribute(this,t),zt.transformDirection(e),this.setXYZ(t,zt.x,zt.y,zt.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,i){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),i=this._normalize(i)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=i,this}setXYZW(e,t,n,i,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),i=this._normalize(i),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=i,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):$u(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):Zu(e,this.array)}};var mo=class extends Qe{constructor(e,t,n){super(new Uint16Array(e),t,n)}};var $i=class extends Qe{constructor(e,t,n){super(new Uint32Array(e),t,n)}};var je=class extends Qe{constructor(e,t,n){super(new Float32Array(e),t,n)}},ay=new yt,no=new S,Qh=new S,yn=class{constructor(e=new S,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t!==void 0?n.copy(t):ay.setFromPoints(e).getCenter(n);let i=0;for(let r=0,o=e.length;r<o;r++)i=Math.max(i,n.distanceToSquared(e[r]));return this.radius=Math.sqrt(i),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;no.subVectors(e,this.center);let t=no.lengthSq();if(t>this.radius*this.radius){let n=Math.sqrt(t),i=(n-this.radius)*.5;this.center.addScaledVector(no,i/n),this.radius+=i}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(Qh.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(no.copy(e.center).add(Qh)),this.expandByPoint(no.copy(e.center).sub(Qh))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},ly=0,In=new Se,eu=new lt,ur=new S,Pn=new yt,io=new yt,qt=new S,Ze=class s extends Xn{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:ly++}),this.uuid=li(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(D_(e)?$i:mo)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new Ce().getNormalMatrix(e);n.applyNormalMatrix(r),n.needsUpdate=!0}let i=this.attributes.tangent;return i!==void 0&&(i.transformDirection(e),i.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return In.makeRotationFromQuaternion(e),this.applyMatrix4(In),this}rotateX(e){return In.makeRotationX(e),this.applyMatrix4(In),this}rotateY(e){return In.makeRotationY(e),this.applyMatrix4(In),this}rotateZ(e){return In.makeRotationZ(e),this.applyMatrix4(In),this}translate(e,t,n){return In.makeTranslation(e,t,n),this.applyMatrix4(In),this}scale(e,t,n){return In.makeScale(e,t,n),this.applyMatrix4(In),this}lookAt(e){return eu.lookAt(e),eu.updateMatrix(),this.applyMatrix4(eu.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(ur).negate(),this.translate(ur.x,ur.y,ur.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let n=[];for(let i=0,r=e.length;i<r;i++){let o=e[i];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new je(n,3))}else{let n=Math.min(e.length,t.count);for(let i=0;i<n;i++){let r=e[i];t.setXYZ(i,r.x,r.y,r.z||0)}e.length>t.count&&De("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new yt);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Be("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new S(-1/0,-1/0,-1/0),new S(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let n=0,i=t.length;n<i;n++){let r=t[n];Pn.setFromBufferAttribute(r),this.morphTargetsRelative?(qt.addVectors(this.boundingBox.min,Pn.min),this.boundingBox.expandByPoint(qt),qt.addVectors(this.boundingBox.max,Pn.max),this.boundingBox.expandByPoint(qt)):(this.boundingBox.expandByPoint(Pn.min),this.boundingBox.expandByPoint(Pn.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&Be('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new yn);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Be("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new S,1/0);return}if(e){let n=this.boundingSphere.center;if(Pn.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];io.setFromBufferAttribute(a),this.morphTargetsRelative?(qt.addVectors(Pn.min,io.min),Pn.expandByPoint(qt),qt.addVectors(Pn.max,io.max),Pn.expandByPoint(qt)):(Pn.expandByPoint(io.min),Pn.expandByPoint(io.max))}Pn.getCenter(n);let i=0;for(let r=0,o=e.count;r<o;r++)qt.fromBufferAttribute(e,r),i=Math.max(i,n.distanceToSquared(qt));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)qt.fromBufferAttribute(a,c),l&&(ur.fromBufferAttribute(e,c),qt.add(ur)),i=Math.max(i,n.distanceToSquared(qt))}this.boundingSphere.radius=Math.sqrt(i),isNaN(this.boundingSphere.radius)&&Be('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){Be("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=t.position,i=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new Qe(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let I=0;I<n.count;I++)a[I]=new S,l[I]=new S;let h=new S,u=new S,d=new S,f=new Ee,m=new Ee,y=new Ee,p=new S,g=new S;function v(I,C,N){c[I]=c[C]=c[N]=1,h.fromBufferAttribute(n,I),u.fromBufferAttribute(n,C),d.fromBufferAttribute(n,N),f.fromBufferAttribute(r,I),m.fromBufferAttribute(r,C),y.fromBufferAttribute(r,N),u.sub(h),d.sub(h),m.sub(f),y.sub(f);let U=1/(m.x*y.y-y.x*m.y);isFinite(U)&&(p.copy(u).multiplyScalar(y.y).addScaledVector(d,-m.y).multiplyScalar(U),g.copy(d).multiplyScalar(m.x).addScaledVector(u,-y.x).multiplyScalar(U),a[I].add(p),a[C].add(p),a[N].add(p),l[I].add(g),l[C].add(g),l[N].add(g))}let T=this.groups;T.length===0&&(T=[{start:0,count:e.count}]);for(let I=0,C=T.length;I<C;++I){let N=T[I],U=N.start,W=N.count;for(let L=U,H=U+W;L<H;L+=3)v(e.getX(L+0),e.getX(L+1),e.getX(L+2))}let x=new S,A=new S,E=new S,_=new S;function w(I){E.fromBufferAttribute(i,I),_.copy(E);let C=a[I];x.copy(C),x.sub(E.multiplyScalar(E.dot(C))).normalize(),A.crossVectors(_,C);let U=A.dot(l[I])<0?-1:1;o.setXYZW(I,x.x,x.y,x.z,U)}for(let I=0,C=n.count;I<C;++I)c[I]&&w(I);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==t.count)n=new Qe(new Float32Array(t.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let i=new S,r=new S,o=new S,a=new S,l=new S,c=new S,h=new S,u=new S;if(e)for(let d=0,f=e.count;d<f;d+=3){let m=e.getX(d+0),y=e.getX(d+1),p=e.getX(d+2);i.fromBufferAttribute(t,m),r.fromBufferAttribute(t,y),o.fromBufferAttribute(t,p),h.subVectors(o,r),u.subVectors(i,r),h.cross(u),a.fromBufferAttribute(n,m),l.fromBufferAttribute(n,y),c.fromBufferAttribute(n,p),a.add(h),l.add(h),c.add(h),n.setXYZ(m,a.x,a.y,a.z),n.setXYZ(y,l.x,l.y,l.z),n.setXYZ(p,c.x,c.y,c.z)}else for(let d=0,f=t.count;d<f;d+=3)i.fromBufferAttribute(t,d+0),r.fromBufferAttribute(t,d+1),o.fromBufferAttribute(t,d+2),h.subVectors(o,r),u.subVectors(i,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)qt.fromBufferAttribute(e,t),qt.normalize(),e.setXYZ(t,qt.x,qt.y,qt.z)}toNonIndexed(){function e(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,m=0;for(let y=0,p=l.length;y<p;y++){a.isInterleavedBufferAttribute?f=l[y]*a.data.stride+a.offset:f=l[y]*h;for(let g=0;g<h;g++)d[m++]=c[f++]}return new Qe(d,h,u)}if(this.index===null)return De("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new s,n=this.index.array,i=this.attributes;for(let a in i){let l=i[a],c=e(l,n);t.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=e(d,n);l.push(f)}t.morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let l in n){let c=n[l];e.data.attributes[l]=c.toJSON(e.data)}let i={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(e.data))}h.length>0&&(i[l]=h,r=!0)}r&&(e.data.morphAttributes=i,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let i=e.attributes;for(let c in i){let h=i[c];this.setAttribute(c,h.clone(t))}let r=e.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(t));this.morphAttributes[c]=h}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},Er=class{constructor(e,t){this.isInterleavedBuffer=!0,this.array=e,this.stride=t,this.count=e!==void 0?e.length/t:0,this.usage=Xu,this.updateRanges=[],this.version=0,this.uuid=li()}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.array=new e.array.constructor(e.array),this.count=e.count,this.stride=e.stride,this.usage=e.usage,this}copyAt(e,t,n){e*=this.stride,n*=t.stride;for(let i=0,r=this.stride;i<r;i++)this.array[e+i]=t.array[n+i];return this}set(e,t=0){return this.array.set(e,t),this}clone(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=lp(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=this.array.slice(0).buffer);let n=new this.array.constructor(e.arrayBuffers[t]),i=new this.constructor(n,this.stride);return i.setUsage(this.usage),i}onUpload(e){return this.onUploadCallback=e,this}toJSON(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=lp(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:t,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function lp(s){return s.buffer._uuid===void 0&&(s.buffer._uuid=li()),s.byteOffset===0&&s.byteLength===s.buffer.byteLength?s.buffer._uuid:s.buffer._uuid+":"+s.byteOffset+":"+s.byteLength}var un=new S,Zi=class s{constructor(e,t,n,i=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=e,this.itemSize=t,this.offset=n,this.normalized=i,this._normalizationScale=e!==void 0?$l(e.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(e){this.data.needsUpdate=e}applyMatrix4(e){for(let t=0,n=this.data.count;t<n;t++)un.fromBufferAttribute(this,t),un.applyMatrix4(e),this.setXYZ(t,un.x,un.y,un.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)un.fromBufferAttribute(this,t),un.applyNormalMatrix(e),this.setXYZ(t,un.x,un.y,un.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)un.fromBufferAttribute(this,t),un.transformDirection(e),this.setXYZ(t,un.x,un.y,un.z);return this}getComponent(e,t){let n=this.array[e*this.data.stride+this.offset+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.data.array[e*this.data.stride+this.offset+t]=n,this}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset]=t,this}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+1]=t,this}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+2]=t,this}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+3]=t,this}getX(e){let t=this.data.array[e*this.data.stride+this.offset];return this.normalized&&(t=this._denormalize(t)),t}getY(e){let t=this.data.array[e*this.data.stride+this.offset+1];return this.normalized&&(t=this._denormalize(t)),t}getZ(e){let t=this.data.array[e*this.data.stride+this.offset+2];return this.normalized&&(t=this._denormalize(t)),t}getW(e){let t=this.data.array[e*this.data.stride+this.offset+3];return this.normalized&&(t=this._denormalize(t)),t}setXY(e,t,n){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.data.array[e+0]=t,this.data.array[e+1]=n,this}setXYZ(e,t,n,i){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),i=this._normalize(i)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=i,this}setXYZW(e,t,n,i,r){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),i=this._normalize(i),r=this._normalize(r)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=i,this.data.array[e+3]=r,this}clone(e){if(e===void 0){fo("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let i=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[i+r])}return new Qe(new this.array.constructor(t),this.itemSize,this.normalized)}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.clone(e)),new s(e.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(e){if(e===void 0){fo("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let i=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[i+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:t,normalized:this.normalized}}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.toJSON(e)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):$u(e,this.data.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):Zu(e,this.data.array)}},tu=new S,cy=new S,hy=new Ce,dn=class{constructor(e=new S(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,i){return this.normal.set(e,t,n),this.constant=i,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let i=tu.subVectors(n,t).cross(cy.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(i,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let i=e.delta(tu),r=this.normal.dot(i);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(i,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||hy.getNormalMatrix(e),i=this.coplanarPoint(tu).applyMatrix4(e),r=this.normal.applyMatrix3(n).normalize();return this.constant=-i.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},uy=0,Ht=class extends Xn{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:uy++}),this.uuid=li(),this.name="",this.type="Material",this.blending=Or,this.side=oi,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Eu,this.blendDst=Au,this.blendEquation=Os,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new le(0,0,0),this.blendAlpha=0,this.depthFunc=_r,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=hm,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Ba,this.stencilZFail=Ba,this.stencilZPass=Ba,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){De(`Material: parameter '${t}' has value of undefined.`);continue}let i=this[t];if(i===void 0){De(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}i&&i.isColor?i.set(n):i&&i.isVector2&&n&&n.isVector2||i&&i.isEuler&&n&&n.isEuler||i&&i.isVector3&&n&&n.isVector3?i.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function i(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(t){let r=i(e.textures),o=i(e.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new le().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(n=>new dn().fromJSON(n))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let n=e.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new Ee().fromArray(n)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new Ee().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let i=t.length;n=new Array(i);for(let r=0;r!==i;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var Mi=new S,nu=new S,va=new S,xa=new S,Nn=class{constructor(e=new S,t=new S(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,Mi)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=Mi.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(Mi.copy(this.origin).addScaledVector(this.direction,t),Mi.distanceToSquared(e))}distanceSqToSegment(e,t,n,i){nu.copy(e).add(t).multiplyScalar(.5),va.copy(t).sub(e).normalize(),xa.copy(this.origin).sub(nu);let r=e.distanceTo(t)*.5,o=-this.direction.dot(va),a=xa.dot(this.direction),l=-xa.dot(va),c=xa.lengthSq(),h=Math.abs(1-o*o),u,d,f,m;if(h>0)if(u=o*l-a,d=o*a-l,m=r*h,u>=0)if(d>=-m)if(d<=m){let y=1/h;u*=y,d*=y,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-m?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=m?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),i&&i.copy(nu).addScaledVector(va,d),f}intersectSphere(e,t){if(e.radius<0)return null;Mi.subVectors(e.center,this.origin);let n=Mi.dot(this.direction),i=Mi.dot(Mi)-n*n,r=e.radius*e.radius;if(i>r)return null;let o=Math.sqrt(r-i),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,i,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(e.min.x-d.x)*c,i=(e.max.x-d.x)*c):(n=(e.max.x-d.x)*c,i=(e.min.x-d.x)*c),h>=0?(r=(e.min.y-d.y)*h,o=(e.max.y-d.y)*h):(r=(e.max.y-d.y)*h,o=(e.min.y-d.y)*h),n>o||r>i||((r>n||isNaN(n))&&(n=r),(o<i||isNaN(i))&&(i=o),u>=0?(a=(e.min.z-d.z)*u,l=(e.max.z-d.z)*u):(a=(e.max.z-d.z)*u,l=(e.min.z-d.z)*u),n>l||a>i)||((a>n||n!==n)&&(n=a),(l<i||i!==i)&&(i=l),i<0)?null:this.at(n>=0?n:i,t)}intersectsBox(e){return this.intersectBox(e,Mi)!==null}intersectTriangle(e,t,n,i,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=e.x-o.x,d=e.y-o.y,f=e.z-o.z,m=t.x-o.x,y=t.y-o.y,p=t.z-o.z,g=n.x-o.x,v=n.y-o.y,T=n.z-o.z,x=Math.abs(l),A=Math.abs(c),E=Math.abs(h),_,w,I,C,N,U,W,L,H,Y,z,ne;if(x>=A&&x>=E?(I=l,U=u,H=m,ne=g,l>=0?(_=c,w=h,C=d,N=f,W=y,L=p,Y=v,z=T):(_=h,w=c,C=f,N=d,W=p,L=y,Y=T,z=v)):A>=E?(I=c,U=d,H=y,ne=v,c>=0?(_=h,w=l,C=f,N=u,W=p,L=m,Y=T,z=g):(_=l,w=h,C=u,N=f,W=m,L=p,Y=g,z=T)):(I=h,U=f,H=p,ne=T,h>=0?(_=l,w=c,C=u,N=d,W=m,L=y,Y=g,z=v):(_=c,w=l,C=d,N=u,W=y,L=m,Y=v,z=g)),I===0)return null;let V=_/I,Q=w/I,te=1/I,Me=C-V*U,Fe=N-Q*U,$=W-V*H,_e=L-Q*H,we=Y-V*ne,Oe=z-Q*ne,ve=we*_e-Oe*$,ze=Me*Oe-Fe*we,wt=$*Fe-_e*Me;if(i){if(ve<0||ze<0||wt<0)return null}else if((ve<0||ze<0||wt<0)&&(ve>0||ze>0||wt>0))return null;let Ue=ve+ze+wt;if(Ue===0)return null;let tt=te*(ve*U+ze*H+wt*ne);return(Ue>0?tt<0:tt>0)?null:this.at(tt/Ue,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},ht=class extends Ht{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new le(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Zt,this.combine=cl,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},cp=new Se,Ms=new Nn,ba=new yn,hp=new S,Ma=new S,Sa=new S,wa=new S,iu=new S,Ta=new S,up=new S,Ea=new S,se=class extends lt{constructor(e=new Ze,t=new ht){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let i=t[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let n=this.geometry,i=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;t.fromBufferAttribute(i,e);let a=this.morphTargetInfluences;if(r&&a){Ta.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(iu.fromBufferAttribute(u,e),o?Ta.addScaledVector(iu,h):Ta.addScaledVector(iu.sub(t),h))}t.add(Ta)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,i=this.material,r=this.matrixWorld;i!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),ba.copy(n.boundingSphere),ba.applyMatrix4(r),Ms.copy(e.ray).recast(e.near),!(ba.containsPoint(Ms.origin)===!1&&(Ms.intersectSphere(ba,hp)===null||Ms.origin.distanceToSquared(hp)>(e.far-e.near)**2))&&(cp.copy(r).invert(),Ms.copy(e.ray).applyMatrix4(cp),!(n.boundingBox!==null&&Ms.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(e,t,Ms)))}_computeIntersections(e,t,n){let i,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let m=0,y=d.length;m<y;m++){let p=d[m],g=o[p.materialIndex],v=Math.max(p.start,f.start),T=Math.min(a.count,Math.min(p.start+p.count,f.start+f.count));for(let x=v,A=T;x<A;x+=3){let E=a.getX(x),_=a.getX(x+1),w=a.getX(x+2);i=Aa(this,g,e,n,c,h,u,E,_,w),i&&(i.faceIndex=Math.floor(x/3),i.face.materialIndex=p.materialIndex,t.push(i))}}else{let m=Math.max(0,f.start),y=Math.min(a.count,f.start+f.count);for(let p=m,g=y;p<g;p+=3){let v=a.getX(p),T=a.getX(p+1),x=a.getX(p+2);i=Aa(this,o,e,n,c,h,u,v,T,x),i&&(i.faceIndex=Math.floor(p/3),t.push(i))}}else if(l!==void 0)if(Array.isArray(o))for(let m=0,y=d.length;m<y;m++){let p=d[m],g=o[p.materialIndex],v=Math.max(p.start,f.start),T=Math.min(l.count,Math.min(p.start+p.count,f.start+f.count));for(let x=v,A=T;x<A;x+=3){let E=x,_=x+1,w=x+2;i=Aa(this,g,e,n,c,h,u,E,_,w),i&&(i.faceIndex=Math.floor(x/3),i.face.materialIndex=p.materialIndex,t.push(i))}}else{let m=Math.max(0,f.start),y=Math.min(l.count,f.start+f.count);for(let p=m,g=y;p<g;p+=3){let v=p,T=p+1,x=p+2;i=Aa(this,o,e,n,c,h,u,v,T,x),i&&(i.faceIndex=Math.floor(p/3),t.push(i))}}}};function dy(s,e,t,n,i,r,o,a){let l;if(e.side===Ut?l=n.intersectTriangle(o,r,i,!0,a):l=n.intersectTriangle(i,r,o,e.side===oi,a),l===null)return null;Ea.copy(a),Ea.applyMatrix4(s.matrixWorld);let c=t.ray.origin.distanceTo(Ea);return c<t.near||c>t.far?null:{distance:c,point:Ea.clone(),object:s}}function Aa(s,e,t,n,i,r,o,a,l,c){s.getVertexPosition(a,Ma),s.getVertexPosition(l,Sa),s.getVertexPosition(c,wa);let h=dy(s,e,t,n,Ma,Sa,wa,up);if(h){let u=new S;ji.getBarycoord(up,Ma,Sa,wa,u),i&&(h.uv=ji.getInterpolatedAttribute(i,a,l,c,u,new Ee)),r&&(h.uv1=ji.getInterpolatedAttribute(r,a,l,c,u,new Ee)),o&&(h.normal=ji.getInterpolatedAttribute(o,a,l,c,u,new S),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new S,materialIndex:0};ji.getNormal(Ma,Sa,wa,d.normal),h.face=d,h.barycoord=u}return h}var so=new ct,dp=new ct,fp=new ct,fy=new ct,pp=new Se,Ra=new S,su=new yn,mp=new Se,ru=new Nn,Pt=class extends se{constructor(e,t){super(e,t),this.isSkinnedMesh=!0,this.type="SkinnedMesh",this.bindMode=cu,this.bindMatrix=new Se,this.bindMatrixInverse=new Se,this.boundingBox=null,this.boundingSphere=null}computeBoundingBox(){let e=this.geometry;this.boundingBox===null&&(this.boundingBox=new yt),this.boundingBox.makeEmpty();let t=e.getAttribute("position");for(let n=0;n<t.count;n++)this.getVertexPosition(n,Ra),this.boundingBox.expandByPoint(Ra)}computeBoundingSphere(){let e=this.geometry;this.boundingSphere===null&&(this.boundingSphere=new yn),this.boundingSphere.makeEmpty();let t=e.getAttribute("position");for(let n=0;n<t.count;n++)this.getVertexPosition(n,Ra),this.boundingSphere.expandByPoint(Ra)}copy(e,t){return super.copy(e,t),this.bindMode=e.bindMode,this.bindMatrix.copy(e.bindMatrix),this.bindMatrixInverse.copy(e.bindMatrixInverse),this.skeleton=e.skeleton,this.boundingBox=e.boundingBox!==null?e.boundingBox.clone():null,this.boundingSphere=e.boundingSphere!==null?e.boundingSphere.clone():null,this}raycast(e,t){let n=this.material,i=this.matrixWorld;n!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),su.copy(this.boundingSphere),su.applyMatrix4(i),e.ray.intersectsSphere(su)!==!1&&(mp.copy(i).invert(),ru.copy(e.ray).applyMatrix4(mp),!(this.boundingBox!==null&&ru.intersectsBox(this.boundingBox)===!1)&&this._computeIntersections(e,t,ru)))}getVertexPosition(e,t){return super.getVertexPosition(e,t),this.applyBoneTransform(e,t),t}bind(e,t){this.skeleton=e,t===void 0&&(this.updateMatrixWorld(!0),this.skeleton.calculateInverses(),t=this.matrixWorld),this.bindMatrix.copy(t),this.bindMatrixInverse.copy(t).invert()}pose(){this.skeleton.pose()}normalizeSkinWeights(){let e=new ct,t=this.geometry.attributes.skinWeight;for(let n=0,i=t.count;n<i;n++){e.fromBufferAttribute(t,n);let r=1/e.manhattanLength();r!==1/0?e.multiplyScalar(r):e.set(1,0,0,0),t.setXYZW(n,e.x,e.y,e.z,e.w)}}updateMatrixWorld(e){super.updateMatrixWorld(e),this.bindMode===cu?this.bindMatrixInverse.copy(this.matrixWorld).invert():this.bindMode===om?this.bindMatrixInverse.copy(this.bindMatrix).invert():De("SkinnedMesh: Unrecognized bindMode: "+this.bindMode)}applyBoneTransform(e,t){let n=this.skeleton,i=this.geometry;dp.fromBufferAttribute(i.attributes.skinIndex,e),fp.fromBufferAttribute(i.attributes.skinWeight,e),t.isVector4?(so.copy(t),t.set(0,0,0,0)):(so.set(t.x,t.y,t.z,1),t.set(0,0,0)),so.applyMatrix4(this.bindMatrix);for(let r=0;r<4;r++){let o=fp.getComponent(r);if(o!==0){let a=dp.getComponent(r);pp.multiplyMatrices(n.bones[a].matrixWorld,n.boneInverses[a]),t.addScaledVector(fy.copy(so).applyMatrix4(pp),o)}}return t.isVector4&&(t.w=so.w),t.applyMatrix4(this.bindMatrixInverse)}},Ar=class extends lt{constructor(){super(),this.isBone=!0,this.type="Bone"}},ti=class extends Et{constructor(e=null,t=1,n=1,i,r,o,a,l,c=Ot,h=Ot,u,d){super(null,o,a,l,c,h,i,r,u,d),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}},gp=new Se,py=new Se,go=class s{constructor(e=[],t=[]){this.uuid=li(),this.bones=e.slice(0),this.boneInverses=t,this.boneMatrices=null,this.previousBoneMatrices=null,this.boneTexture=null,this.previousBoneTexture=null,this.init()}init(){let e=this.bones,t=this.boneInverses;if(this.boneMatrices=new Float32Array(e.length*16),t.length===0)this.calculateInverses();else if(e.length!==t.length){De("Skeleton: Number of inverse bone matrices does not match amount of bones."),this.boneInverses=[];for(let n=0,i=this.bones.length;n<i;n++)this.boneInverses.push(new Se)}}calculateInverses(){this.boneInverses.length=0;for(let e=0,t=this.bones.length;e<t;e++){let n=new Se;this.bones[e]&&n.copy(this.bones[e].matrixWorld).invert(),this.boneInverses.push(n)}}pose(){for(let e=0,t=this.bones.length;e<t;e++){let n=this.bones[e];n&&n.matrixWorld.copy(this.boneInverses[e]).invert()}for(let e=0,t=this.bones.length;e<t;e++){let n=this.bones[e];n&&(n.parent&&n.parent.isBone?(n.matrix.copy(n.parent.matrixWorld).invert(),n.matrix.multiply(n.matrixWorld)):n.matrix.copy(n.matrixWorld),n.matrix.decompose(n.position,n.quaternion,n.scale))}}update(){let e=this.bones,t=this.boneInverses,n=this.boneMatrices,i=this.boneTexture;for(let r=0,o=e.length;r<o;r++){let a=e[r]?e[r].matrixWorld:py;gp.multiplyMatrices(a,t[r]),gp.toArray(n,r*16)}i!==null&&(i.needsUpdate=!0)}clone(){return new s(this.bones,this.boneInverses)}computeBoneTexture(){let e=Math.sqrt(this.bones.length*4);e=Math.ceil(e/4)*4,e=Math.max(e,4);let t=new Float32Array(e*e*4);t.set(this.boneMatrices);let n=new ti(t,e,e,Fn,mn);return n.needsUpdate=!0,this.boneMatrices=t,this.boneTexture=n,this}getBoneByName(e){for(let t=0,n=this.bones.length;t<n;t++){let i=this.bones[t];if(i.name===e)return i}}dispose(){this.boneTexture!==null&&(this.boneTexture.dispose(),this.boneTexture=null),this.previousBoneTexture!==null&&(this.previousBoneTexture.dispose(),this.previousBoneTexture=null)}fromJSON(e,t){this.uuid=e.uuid;for(let n=0,i=e.bones.length;n<i;n++){let r=e.bones[n],o=t[r];o===void 0&&(De("Skeleton: No bone found with UUID:",r),o=new Ar),this.bones.push(o),this.boneInverses.push(new Se().fromArray(e.boneInverses[n]))}return this.init(),this}toJSON(){let e={metadata:{version:4.7,type:"Skeleton",generator:"Skeleton.toJSON"},bones:[],boneInverses:[]};e.uuid=this.uuid;let t=this.bones,n=this.boneInverses;for(let i=0,r=t.length;i<r;i++){let o=t[i];e.bones.push(o.uuid);let a=n[i];e.boneInverses.push(a.toArray())}return e}},Ei=class extends Qe{constructor(e,t,n,i=1){super(e,t,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=i}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}toJSON(){let e=super.toJSON();return e.meshPerAttribute=this.meshPerAttribute,e.isInstancedBufferAttribute=!0,e}},dr=new Se,_p=new Se,Ca=[],yp=new yt,my=new Se,ro=new se,oo=new yn,ni=class extends se{constructor(e,t,n){super(e,t),this.isInstancedMesh=!0,this.instanceMatrix=new Ei(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let i=0;i<n;i++)this.setMatrixAt(i,my)}computeBoundingBox(){let e=this.geometry,t=this.count;this.boundingBox===null&&(this.boundingBox=new yt),e.boundingBox===null&&e.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,dr),yp.copy(e.boundingBox).applyMatrix4(dr),this.boundingBox.union(yp)}computeBoundingSphere(){let e=this.geometry,t=this.count;this.boundingSphere===null&&(this.boundingSphere=new yn),e.boundingSphere===null&&e.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,dr),oo.copy(e.boundingSphere).applyMatrix4(dr),this.boundingSphere.union(oo)}copy(e,t){return super.copy(e,t),this.instanceMatrix.copy(e.instanceMatrix),this.morphTexture=e.morphTexture!==null?e.morphTexture.clone():null,this.instanceColor=e.instanceColor!==null?e.instanceColor.clone():null,this.count=e.count,this.boundingBox=e.boundingBox!==null?e.boundingBox.clone():null,this.boundingSphere=e.boundingSphere!==null?e.boundingSphere.clone():null,this}getColorAt(e,t){return this.instanceColor===null?t.setRGB(1,1,1):t.fromArray(this.instanceColor.array,e*3)}getMatrixAt(e,t){return t.fromArray(this.instanceMatrix.array,e*16)}getMorphAt(e,t){let n=t.morphTargetInfluences,i=this.morphTexture.source.data.data,r=n.length+1,o=e*r+1;for(let a=0;a<n.length;a++)n[a]=i[o+a]}raycast(e,t){let n=this.matrixWorld,i=this.count;if(ro.geometry=this.geometry,ro.material=this.material,ro.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),oo.copy(this.boundingSphere),oo.applyMatrix4(n),e.ray.intersectsSphere(oo)!==!1))for(let r=0;r<i;r++){this.getMatrixAt(r,dr),_p.multiplyMatrices(n,dr),ro.matrixWorld=_p,ro.raycast(e,Ca);for(let o=0,a=Ca.length;o<a;o++){let l=Ca[o];l.instanceId=r,l.object=this,t.push(l)}Ca.length=0}}setColorAt(e,t){return this.instanceColor===null&&(this.instanceColor=new Ei(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),t.toArray(this.instanceColor.array,e*3),this}setMatrixAt(e,t){return t.toArray(this.instanceMatrix.array,e*16),this}setMorphAt(e,t){let n=t.morphTargetInfluences,i=n.length+1;this.morphTexture===null&&(this.morphTexture=new ti(new Float32Array(i*this.count),i,this.count,ml,mn));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=i*e;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},Ss=new yn,gy=new Ee(.5,.5),Pa=new S,Ki=class{constructor(e=new dn,t=new dn,n=new dn,i=new dn,r=new dn,o=new dn){this.planes=[e,t,n,i,r,o]}set(e,t,n,i,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(n),a[3].copy(i),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=Dn,n=!1){let i=this.planes,r=e.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],m=r[8],y=r[9],p=r[10],g=r[11],v=r[12],T=r[13],x=r[14],A=r[15];if(i[0].setComponents(c-o,f-h,g-m,A-v).normalize(),i[1].setComponents(c+o,f+h,g+m,A+v).normalize(),i[2].setComponents(c+a,f+u,g+y,A+T).normalize(),i[3].setComponents(c-a,f-u,g-y,A-T).normalize(),n)i[4].setComponents(l,d,p,x).normalize(),i[5].setComponents(c-l,f-d,g-p,A-x).normalize();else if(i[4].setComponents(c-l,f-d,g-p,A-x).normalize(),t===Dn)i[5].setComponents(c+l,f+d,g+p,A+x).normalize();else if(t===vr)i[5].setComponents(l,d,p,x).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),Ss.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),Ss.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(Ss)}intersectsSprite(e){Ss.center.set(0,0,0);let t=gy.distanceTo(e.center);return Ss.radius=.7071067811865476+t,Ss.applyMatrix4(e.matrixWorld),this.intersectsSphere(Ss)}intersectsSphere(e){let t=this.planes,n=e.center,i=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(n)<i)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let i=t[n];if(Pa.x=i.normal.x>0?e.max.x:e.min.x,Pa.y=i.normal.y>0?e.max.y:e.min.y,Pa.z=i.normal.z>0?e.max.z:e.min.z,i.distanceToPoint(Pa)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},vp=new Se,$a=class s{constructor(){this.coordinateSystem=Dn,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let i=0;i<t.length;i++){let r=t[i];vp.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[i]===void 0&&(n[i]=new Ki),n[i].setFromProjectionMatrix(vp,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let i=0;i<e._count;i++)t[i]===void 0&&(t[i]=new Ki),t[i].copy(n[i]);return this._count=e._count,this}clone(){return new s().copy(this)}};var ii=class extends Ht{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new le(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},Za=new S,Ka=new S,xp=new Se,ao=new Nn,La=new yn,ou=new S,bp=new S,sn=class extends lt{constructor(e=new Ze,t=new ii){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let i=1,r=t.count;i<r;i++)Za.fromBufferAttribute(t,i-1),Ka.fromBufferAttribute(t,i),n[i]=n[i-1],n[i]+=Za.distanceTo(Ka);e.setAttribute("lineDistance",new je(n,1))}else De("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,i=this.matrixWorld,r=e.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),La.copy(n.boundingSphere),La.applyMatrix4(i),La.radius+=r,e.ray.intersectsSphere(La)===!1)return;xp.copy(i).invert(),ao.copy(e.ray).applyMatrix4(xp);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),m=Math.min(h.count,o.start+o.count);for(let y=f,p=m-1;y<p;y+=c){let g=h.getX(y),v=h.getX(y+1),T=Ia(this,e,ao,l,g,v,y);T&&t.push(T)}if(this.isLineLoop){let y=h.getX(m-1),p=h.getX(f),g=Ia(this,e,ao,l,y,p,m-1);g&&t.push(g)}}else{let f=Math.max(0,o.start),m=Math.min(d.count,o.start+o.count);for(let y=f,p=m-1;y<p;y+=c){let g=Ia(this,e,ao,l,y,y+1,y);g&&t.push(g)}if(this.isLineLoop){let y=Ia(this,e,ao,l,m-1,f,m-1);y&&t.push(y)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let i=t[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Ia(s,e,t,n,i,r,o){let a=s.geometry.attributes.position;if(Za.fromBufferAttribute(a,i),Ka.fromBufferAttribute(a,r),t.distanceSqToSegment(Za,Ka,ou,bp)>n)return;ou.applyMatrix4(s.matrixWorld);let c=e.ray.origin.distanceTo(ou);if(!(c<e.near||c>e.far))return{distance:c,point:bp.clone().applyMatrix4(s.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:s}}var Mp=new S,Sp=new S,Rs=class extends sn{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[];for(let i=0,r=t.count;i<r;i+=2)Mp.fromBufferAttribute(t,i),Sp.fromBufferAttribute(t,i+1),n[i]=i===0?0:n[i-1],n[i+1]=n[i]+Mp.distanceTo(Sp);e.setAttribute("lineDistance",new je(n,1))}else De("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}},_o=class extends sn{constructor(e,t){super(e,t),this.isLineLoop=!0,this.type="LineLoop"}},Rr=class extends Ht{constructor(e){super(),this.isPointsMaterial=!0,this.type="PointsMaterial",this.color=new le(16777215),this.map=null,this.alphaMap=null,this.size=1,this.sizeAttenuation=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.alphaMap=e.alphaMap,this.size=e.size,this.sizeAttenuation=e.sizeAttenuation,this.fog=e.fog,this}},wp=new Se,pu=new Nn,Da=new yn,Na=new S,yo=class extends lt{constructor(e=new Ze,t=new Rr){super(),this.isPoints=!0,this.type="Points",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,i=this.matrixWorld,r=e.params.Points.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Da.copy(n.boundingSphere),Da.applyMatrix4(i),Da.radius+=r,e.ray.intersectsSphere(Da)===!1)return;wp.copy(i).invert(),pu.copy(e.ray).applyMatrix4(wp);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=n.index,u=n.attributes.position;if(c!==null){let d=Math.max(0,o.start),f=Math.min(c.count,o.start+o.count);for(let m=d,y=f;m<y;m++){let p=c.getX(m);Na.fromBufferAttribute(u,p),Tp(Na,p,l,i,e,t,this)}}else{let d=Math.max(0,o.start),f=Math.min(u.count,o.start+o.count);for(let m=d,y=f;m<y;m++)Na.fromBufferAttribute(u,m),Tp(Na,m,l,i,e,t,this)}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let i=t[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Tp(s,e,t,n,i,r,o){let a=pu.distanceSqToPoint(s);if(a<t){let l=new S;pu.closestPointToPoint(s,l),l.applyMatrix4(n);let c=i.ray.origin.distanceTo(l);if(c<i.near||c>i.far)return;r.push({distance:c,distanceToRay:Math.sqrt(a),point:l,index:e,face:null,faceIndex:null,barycoord:null,object:o})}}var vo=class extends Et{constructor(e=[],t=Us,n,i,r,o,a,l,c,h){super(e,t,n,i,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}},xo=class extends Et{constructor(e,t,n,i,r,o,a,l,c){super(e,t,n,i,r,o,a,l,c),this.isCanvasTexture=!0,this.needsUpdate=!0}};var Ai=class extends Et{constructor(e,t,n=qn,i,r,o,a=Ot,l=Ot,c,h=Ti,u=1){if(h!==Ti&&h!==Oi)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:e,height:t,depth:u};super(d,i,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new Mr(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},bo=class extends Ai{constructor(e,t=qn,n=Us,i,r,o=Ot,a=Ot,l,c=Ti){let h={width:e,height:e,depth:1},u=[h,h,h,h,h,h];super(e,e,t,n,i,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},Mo=class extends Et{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},Lt=class s extends Ze{constructor(e=1,t=1,n=1,i=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:n,widthSegments:i,heightSegments:r,depthSegments:o};let a=this;i=Math.floor(i),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;m("z","y","x",-1,-1,n,t,e,o,r,0),m("z","y","x",1,-1,n,t,-e,o,r,1),m("x","z","y",1,1,e,n,t,i,o,2),m("x","z","y",1,-1,e,n,-t,i,o,3),m("x","y","z",1,-1,e,t,n,i,r,4),m("x","y","z",-1,-1,e,t,-n,i,r,5),this.setIndex(l),this.setAttribute("position",new je(c,3)),this.setAttribute("normal",new je(h,3)),this.setAttribute("uv",new je(u,2));function m(y,p,g,v,T,x,A,E,_,w,I){let C=x/_,N=A/w,U=x/2,W=A/2,L=E/2,H=_+1,Y=w+1,z=0,ne=0,V=new S;for(let Q=0;Q<Y;Q++){let te=Q*N-W;for(let Me=0;Me<H;Me++){let Fe=Me*C-U;V[y]=Fe*v,V[p]=te*T,V[g]=L,c.push(V.x,V.y,V.z),V[y]=0,V[p]=0,V[g]=E>0?1:-1,h.push(V.x,V.y,V.z),u.push(Me/_),u.push(1-Q/w),z+=1}}for(let Q=0;Q<w;Q++)for(let te=0;te<_;te++){let Me=d+te+H*Q,Fe=d+te+H*(Q+1),$=d+(te+1)+H*(Q+1),_e=d+(te+1)+H*Q;l.push(Me,Fe,_e),l.push(Fe,$,_e),ne+=6}a.addGroup(f,ne,I),f+=ne,d+=z}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}},So=class s extends Ze{constructor(e=1,t=1,n=4,i=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:e,height:t,capSegments:n,radialSegments:i,heightSegments:r},t=Math.max(0,t),n=Math.max(1,Math.floor(n)),i=Math.max(3,Math.floor(i)),r=Math.max(1,Math.floor(r));let o=[],a=[],l=[],c=[],h=t/2,u=Math.PI/2*e,d=t,f=2*u+d,m=n*2+r,y=i+1,p=new S,g=new S;for(let v=0;v<=m;v++){let T=0,x=0,A=0,E=0;if(v<=n){let I=v/n,C=I*Math.PI/2;x=-h-e*Math.cos(C),A=e*Math.sin(C),E=-e*Math.cos(C),T=I*u}else if(v<=n+r){let I=(v-n)/r;x=-h+I*t,A=e,E=0,T=u+I*d}else{let I=(v-n-r)/n,C=I*Math.PI/2;x=h+e*Math.sin(C),A=e*Math.cos(C),E=e*Math.sin(C),T=u+d+I*u}let _=Math.max(0,Math.min(1,T/f)),w=0;v===0?w=.5/i:v===m&&(w=-.5/i);for(let I=0;I<=i;I++){let C=I/i,N=C*Math.PI*2,U=Math.sin(N),W=Math.cos(N);g.x=-A*W,g.y=x,g.z=A*U,a.push(g.x,g.y,g.z),p.set(-A*W,E,A*U),p.normalize(),l.push(p.x,p.y,p.z),c.push(C+w,_)}if(v>0){let I=(v-1)*y;for(let C=0;C<i;C++){let N=I+C,U=I+C+1,W=v*y+C,L=v*y+C+1;o.push(N,U,W),o.push(U,L,W)}}}this.setIndex(o),this.setAttribute("position",new je(a,3)),this.setAttribute("normal",new je(l,3)),this.setAttribute("uv",new je(c,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.radius,e.height,e.capSegments,e.radialSegments,e.heightSegments)}};var Yt=class s extends Ze{constructor(e=1,t=1,n=1,i=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:n,radialSegments:i,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;i=Math.floor(i),r=Math.floor(r);let h=[],u=[],d=[],f=[],m=0,y=[],p=n/2,g=0;v(),o===!1&&(e>0&&T(!0),t>0&&T(!1)),this.setIndex(h),this.setAttribute("position",new je(u,3)),this.setAttribute("normal",new je(d,3)),this.setAttribute("uv",new je(f,2));function v(){let x=new S,A=new S,E=0,_=(t-e)/n;for(let w=0;w<=r;w++){let I=[],C=w/r,N=C*(t-e)+e;for(let U=0;U<=i;U++){let W=U/i,L=W*l+a,H=Math.sin(L),Y=Math.cos(L);A.x=N*H,A.y=-C*n+p,A.z=N*Y,u.push(A.x,A.y,A.z),x.set(H,_,Y).normalize(),d.push(x.x,x.y,x.z),f.push(W,1-C),I.push(m++)}y.push(I)}for(let w=0;w<i;w++)for(let I=0;I<r;I++){let C=y[I][w],N=y[I+1][w],U=y[I+1][w+1],W=y[I][w+1];(e>0||I!==0)&&(h.push(C,N,W),E+=3),(t>0||I!==r-1)&&(h.push(N,U,W),E+=3)}c.addGroup(g,E,0),g+=E}function T(x){let A=m,E=new Ee,_=new S,w=0,I=x===!0?e:t,C=x===!0?1:-1;for(let U=1;U<=i;U++)u.push(0,p*C,0),d.push(0,C,0),f.push(.5,.5),m++;let N=m;for(let U=0;U<=i;U++){let L=U/i*l+a,H=Math.cos(L),Y=Math.sin(L);_.x=I*Y,_.y=p*C,_.z=I*H,u.push(_.x,_.y,_.z),d.push(0,C,0),E.x=H*.5+.5,E.y=Y*.5*C+.5,f.push(E.x,E.y),m++}for(let U=0;U<i;U++){let W=A+U,L=N+U;x===!0?h.push(L,L+1,W):h.push(L+1,L,W),w+=3}c.addGroup(g,w,x===!0?1:2),g+=w}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}};var Ja=class s extends Ze{constructor(e=[],t=[],n=1,i=0){super(),this.type="PolyhedronGeometry",this.parameters={vertices:e,indices:t,radius:n,detail:i};let r=[],o=[];a(i),c(n),h(),this.setAttribute("position",new je(r,3)),this.setAttribute("normal",new je(r.slice(),3)),this.setAttribute("uv",new je(o,2)),i===0?this.computeVertexNormals():this.normalizeNormals();function a(v){let T=new S,x=new S,A=new S;for(let E=0;E<t.length;E+=3)f(t[E+0],T),f(t[E+1],x),f(t[E+2],A),l(T,x,A,v)}function l(v,T,x,A){let E=A+1,_=[];for(let w=0;w<=E;w++){_[w]=[];let I=v.clone().lerp(x,w/E),C=T.clone().lerp(x,w/E),N=E-w;for(let U=0;U<=N;U++)U===0&&w===E?_[w][U]=I:_[w][U]=I.clone().lerp(C,U/N)}for(let w=0;w<E;w++)for(let I=0;I<2*(E-w)-1;I++){let C=Math.floor(I/2);I%2===0?(d(_[w][C+1]),d(_[w+1][C]),d(_[w][C])):(d(_[w][C+1]),d(_[w+1][C+1]),d(_[w+1][C]))}}function c(v){let T=new S;for(let x=0;x<r.length;x+=3)T.x=r[x+0],T.y=r[x+1],T.z=r[x+2],T.normalize().multiplyScalar(v),r[x+0]=T.x,r[x+1]=T.y,r[x+2]=T.z}function h(){let v=new S;for(let T=0;T<r.length;T+=3){v.x=r[T+0],v.y=r[T+1],v.z=r[T+2];let x=p(v)/2/Math.PI+.5,A=g(v)/Math.PI+.5;o.push(x,1-A)}m(),u()}function u(){for(let v=0;v<o.length;v+=6){let T=o[v+0],x=o[v+2],A=o[v+4],E=Math.max(T,x,A),_=Math.min(T,x,A);E>.9&&_<.1&&(T<.2&&(o[v+0]+=1),x<.2&&(o[v+2]+=1),A<.2&&(o[v+4]+=1))}}function d(v){r.push(v.x,v.y,v.z)}function f(v,T){let x=v*3;T.x=e[x+0],T.y=e[x+1],T.z=e[x+2]}function m(){let v=new S,T=new S,x=new S,A=new S,E=new Ee,_=new Ee,w=new Ee;for(let I=0,C=0;I<r.length;I+=9,C+=6){v.set(r[I+0],r[I+1],r[I+2]),T.set(r[I+3],r[I+4],r[I+5]),x.set(r[I+6],r[I+7],r[I+8]),E.set(o[C+0],o[C+1]),_.set(o[C+2],o[C+3]),w.set(o[C+4],o[C+5]),A.copy(v).add(T).add(x).divideScalar(3);let N=p(A);y(E,C+0,v,N),y(_,C+2,T,N),y(w,C+4,x,N)}}function y(v,T,x,A){A<0&&v.x===1&&(o[T]=v.x-1),x.x===0&&x.z===0&&(o[T]=A/2/Math.PI+.5)}function p(v){return Math.atan2(v.z,-v.x)}function g(v){return Math.atan2(-v.y,Math.sqrt(v.x*v.x+v.z*v.z))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.vertices,e.indices,e.radius,e.detail)}};var Ji=class s extends Ja{constructor(e=1,t=0){let n=[1,0,0,-1,0,0,0,1,0,0,-1,0,0,0,1,0,0,-1],i=[0,2,4,0,4,3,0,3,5,0,5,2,1,2,5,1,5,3,1,3,4,1,4,2];super(n,i,e,t),this.type="OctahedronGeometry",this.parameters={radius:e,detail:t}}static fromJSON(e){return new s(e.radius,e.detail)}},On=class s extends Ze{constructor(e=1,t=1,n=1,i=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:n,heightSegments:i};let r=e/2,o=t/2,a=Math.floor(n),l=Math.floor(i),c=a+1,h=l+1,u=e/a,d=t/l,f=[],m=[],y=[],p=[];for(let g=0;g<h;g++){let v=g*d-o;for(let T=0;T<c;T++){let x=T*u-r;m.push(x,-v,0),y.push(0,0,1),p.push(T/a),p.push(1-g/l)}}for(let g=0;g<l;g++)for(let v=0;v<a;v++){let T=v+c*g,x=v+c*(g+1),A=v+1+c*(g+1),E=v+1+c*g;f.push(T,x,E),f.push(x,A,E)}this.setIndex(f),this.setAttribute("position",new je(m,3)),this.setAttribute("normal",new je(y,3)),this.setAttribute("uv",new je(p,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.width,e.height,e.widthSegments,e.heightSegments)}};var Un=class s extends Ze{constructor(e=1,t=32,n=16,i=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:n,phiStart:i,phiLength:r,thetaStart:o,thetaLength:a},t=Math.max(3,Math.floor(t)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new S,d=new S,f=[],m=[],y=[],p=[];for(let g=0;g<=n;g++){let v=[],T=g/n,x=o+T*a,A=e*Math.cos(x),E=Math.sqrt(e*e-A*A),_=0;g===0&&o===0?_=.5/t:g===n&&l===Math.PI&&(_=-.5/t);for(let w=0;w<=t;w++){let I=w/t,C=i+I*r;u.x=-E*Math.cos(C),u.y=A,u.z=E*Math.sin(C),m.push(u.x,u.y,u.z),d.copy(u).normalize(),y.push(d.x,d.y,d.z),p.push(I+_,1-T),v.push(c++)}h.push(v)}for(let g=0;g<n;g++)for(let v=0;v<t;v++){let T=h[g][v+1],x=h[g][v],A=h[g+1][v],E=h[g+1][v+1];(g!==0||o>0)&&f.push(T,x,E),(g!==n-1||l<Math.PI)&&f.push(x,A,E)}this.setIndex(f),this.setAttribute("position",new je(m,3)),this.setAttribute("normal",new je(y,3)),this.setAttribute("uv",new je(p,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};var Ri=class s extends Ze{constructor(e=1,t=.4,n=12,i=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:e,tube:t,radialSegments:n,tubularSegments:i,arc:r,thetaStart:o,thetaLength:a},n=Math.floor(n),i=Math.floor(i);let l=[],c=[],h=[],u=[],d=new S,f=new S,m=new S;for(let y=0;y<=n;y++){let p=o+y/n*a;for(let g=0;g<=i;g++){let v=g/i*r;f.x=(e+t*Math.cos(p))*Math.cos(v),f.y=(e+t*Math.cos(p))*Math.sin(v),f.z=t*Math.sin(p),c.push(f.x,f.y,f.z),d.x=e*Math.cos(v),d.y=e*Math.sin(v),m.subVectors(f,d).normalize(),h.push(m.x,m.y,m.z),u.push(g/i),u.push(y/n)}}for(let y=1;y<=n;y++)for(let p=1;p<=i;p++){let g=(i+1)*y+p-1,v=(i+1)*(y-1)+p-1,T=(i+1)*(y-1)+p,x=(i+1)*y+p;l.push(g,v,x),l.push(v,T,x)}this.setIndex(l),this.setAttribute("position",new je(c,3)),this.setAttribute("normal",new je(h,3)),this.setAttribute("uv",new je(u,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new s(e.radius,e.tube,e.radialSegments,e.tubularSegments,e.arc,e.thetaStart,e.thetaLength)}};function ks(s){let e={};for(let t in s){e[t]={};for(let n in s[t]){let i=s[t][n];if(Ep(i))i.isRenderTargetTexture?(De("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][n]=null):e[t][n]=i.clone();else if(Array.isArray(i))if(Ep(i[0])){let r=[];for(let o=0,a=i.length;o<a;o++)r[o]=i[o].clone();e[t][n]=r}else e[t][n]=i.slice();else e[t][n]=i}}return e}function rn(s){let e={};for(let t=0;t<s.length;t++){let n=ks(s[t]);for(let i in n)e[i]=n[i]}return e}function Ep(s){return s&&(s.isColor||s.isMatrix3||s.isMatrix4||s.isVector2||s.isVector3||s.isVector4||s.isTexture||s.isQuaternion)}function _y(s){let e=[];for(let t=0;t<s.length;t++)e.push(s[t].clone());return e}function Ku(s){let e=s.getRenderTarget();return e===null?s.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:qe.workingColorSpace}var Zl={clone:ks,merge:rn},yy=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,vy=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,vn=class extends Ht{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=yy,this.fragmentShader=vy,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=ks(e.uniforms),this.uniformsGroups=_y(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let i in this.uniforms){let o=this.uniforms[i].value;o&&o.isTexture?t.uniforms[i]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[i]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[i]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[i]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[i]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[i]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[i]={type:"m4",value:o.toArray()}:t.uniforms[i]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let i in this.extensions)this.extensions[i]===!0&&(n[i]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let i=e.uniforms[n];switch(this.uniforms[n]={},i.type){case"t":this.uniforms[n].value=t[i.value]||null;break;case"c":this.uniforms[n].value=new le().setHex(i.value);break;case"v2":this.uniforms[n].value=new Ee().fromArray(i.value);break;case"v3":this.uniforms[n].value=new S().fromArray(i.value);break;case"v4":this.uniforms[n].value=new ct().fromArray(i.value);break;case"m3":this.uniforms[n].value=new Ce().fromArray(i.value);break;case"m4":this.uniforms[n].value=new Se().fromArray(i.value);break;default:this.uniforms[n].value=i.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let n in e.extensions)this.extensions[n]=e.extensions[n];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},Qa=class extends vn{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},xn=class extends Ht{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new le(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new le(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=os,this.normalScale=new Ee(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Zt,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.defines={STANDARD:""},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},fn=class extends xn{constructor(e){super(),this.isMeshPhysicalMaterial=!0,this.defines={STANDARD:"",PHYSICAL:""},this.type="MeshPhysicalMaterial",this.anisotropyRotation=0,this.anisotropyMap=null,this.clearcoatMap=null,this.clearcoatRoughness=0,this.clearcoatRoughnessMap=null,this.clearcoatNormalScale=new Ee(1,1),this.clearcoatNormalMap=null,this.diffuseRoughnessMap=null,this.ior=1.5,Object.defineProperty(this,"reflectivity",{get:function(){return Ye(2.5*(this.ior-1)/(this.ior+1),0,1)},set:function(t){this.ior=(1+.4*t)/(1-.4*t)}}),this.iridescenceMap=null,this.iridescenceIOR=1.3,this.iridescenceThicknessMinimum=100,this.iridescenceThicknessMaximum=400,this.iridescenceThicknessMap=null,this.sheenColor=new le(0),this.sheenColorMap=null,this.sheenRoughness=1,this.sheenRoughnessMap=null,this.transmissionMap=null,this.thickness=0,this.thicknessMap=null,this.attenuationDistance=1/0,this.attenuationColor=new le(1,1,1),this.specularIntensity=1,this.specularIntensityMap=null,this.specularColor=new le(1,1,1),this.specularColorMap=null,this._anisotropy=0,this._clearcoat=0,this._diffuseRoughness=0,this._dispersion=0,this._iridescence=0,this._retroreflectivity=0,this._sheen=0,this._transmission=0,this.setValues(e)}get anisotropy(){return this._anisotropy}set anisotropy(e){this._anisotropy>0!=e>0&&this.version++,this._anisotropy=e}get clearcoat(){return this._clearcoat}set clearcoat(e){this._clearcoat>0!=e>0&&this.version++,this._clearcoat=e}get diffuseRoughness(){return this._diffuseRoughness}set diffuseRoughness(e){this._diffuseRoughness>0!=e>0&&this.version++,this._diffuseRoughness=e}get iridescence(){return this._iridescence}set iridescence(e){this._iridescence>0!=e>0&&this.version++,this._iridescence=e}get dispersion(){return this._dispersion}set dispersion(e){this._dispersion>0!=e>0&&this.version++,this._dispersion=e}get retroreflectivity(){return this._retroreflectivity}set retroreflectivity(e){this._retroreflectivity>0!=e>0&&this.version++,this._retroreflectivity=e}get sheen(){return this._sheen}set sheen(e){this._sheen>0!=e>0&&this.version++,this._sheen=e}get transmission(){return this._transmission}set transmission(e){this._transmission>0!=e>0&&this.version++,this._transmission=e}get iridescenceThicknessRange(){return ws('MeshPhysicalMaterial: The "iridescenceThicknessRange" property has been replaced by "iridescenceThicknessMinimum" and "iridescenceThicknessMaximum".'),[this.iridescenceThicknessMinimum,this.iridescenceThicknessMaximum]}set iridescenceThicknessRange(e){ws('MeshPhysicalMaterial: The "iridescenceThicknessRange" property has been replaced by "iridescenceThicknessMinimum" and "iridescenceThicknessMaximum".'),this.iridescenceThicknessMinimum=e[0],this.iridescenceThicknessMaximum=e[1]}copy(e){return super.copy(e),this.defines={STANDARD:"",PHYSICAL:""},this.anisotropy=e.anisotropy,this.anisotropyRotation=e.anisotropyRotation,this.anisotropyMap=e.anisotropyMap,this.clearcoat=e.clearcoat,this.clearcoatMap=e.clearcoatMap,this.clearcoatRoughness=e.clearcoatRoughness,this.clearcoatRoughnessMap=e.clearcoatRoughnessMap,this.clearcoatNormalMap=e.clearcoatNormalMap,this.clearcoatNormalScale.copy(e.clearcoatNormalScale),this.diffuseRoughness=e.diffuseRoughness,this.diffuseRoughnessMap=e.diffuseRoughnessMap,this.dispersion=e.dispersion,this.ior=e.ior,this.iridescence=e.iridescence,this.iridescenceMap=e.iridescenceMap,this.iridescenceIOR=e.iridescenceIOR,this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum,this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum,this.iridescenceThicknessMap=e.iridescenceThicknessMap,this.retroreflectivity=e.retroreflectivity,this.sheen=e.sheen,this.sheenColor.copy(e.sheenColor),this.sheenColorMap=e.sheenColorMap,this.sheenRoughness=e.sheenRoughness,this.sheenRoughnessMap=e.sheenRoughnessMap,this.transmission=e.transmission,this.transmissionMap=e.transmissionMap,this.thickness=e.thickness,this.thicknessMap=e.thicknessMap,this.attenuationDistance=e.attenuationDistance,this.attenuationColor.copy(e.attenuationColor),this.specularIntensity=e.specularIntensity,this.specularIntensityMap=e.specularIntensityMap,this.specularColor.copy(e.specularColor),this.specularColorMap=e.specularColorMap,this}};var Qi=class extends Ht{constructor(e){super(),this.isMeshNormalMaterial=!0,this.type="MeshNormalMaterial",this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=os,this.normalScale=new Ee(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.flatShading=!1,this.setValues(e)}copy(e){return super.copy(e),this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.flatShading=e.flatShading,this}},bn=class extends Ht{constructor(e){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new le(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new le(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=os,this.normalScale=new Ee(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Zt,this.combine=cl,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},el=class extends Ht{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=lm,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},tl=class extends Ht{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function Yi(s,e){return!s||s.constructor===e?s:typeof e.BYTES_PER_ELEMENT=="number"?new e(s):Array.prototype.slice.call(s)}function lo(s){return s!==void 0&&s.inTangents!==void 0&&s.outTangents!==void 0}function xy(s){function e(i,r){return s[i]-s[r]}let t=s.length,n=new Array(t);for(let i=0;i!==t;++i)n[i]=i;return n.sort(e),n}function Ap(s,e,t){let n=s.length,i=new s.constructor(n);for(let r=0,o=0;o!==n;++r){let a=t[r]*e;for(let l=0;l!==e;++l)i[o++]=s[a+l]}return i}function by(s,e,t,n){let i=1,r=s[0];for(;r!==void 0&&r[n]===void 0;)r=s[i++];if(r===void 0)return;let o=r[n];if(o!==void 0)if(Array.isArray(o))do o=r[n],o!==void 0&&(e.push(r.time),t.push(...o)),r=s[i++];while(r!==void 0);else if(o.toArray!==void 0)do o=r[n],o!==void 0&&(e.push(r.time),o.toArray(t,t.length)),r=s[i++];while(r!==void 0);else do o=r[n],o!==void 0&&(e.push(r.time),t.push(o)),r=s[i++];while(r!==void 0)}var si=class{constructor(e,t,n,i){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=i!==void 0?i:new t.constructor(n),this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,i=t[n],r=t[n-1];n:{e:{let o;t:{i:if(!(e<i)){for(let a=n+2;;){if(i===void 0){if(e<r)break i;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=i,i=t[++n],e<i)break e}o=t.length;break t}if(!(e>=r)){let a=t[1];e<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(i=r,r=t[--n-1],e>=r)break e}o=n,n=0;break t}break n}for(;n<o;){let a=n+o>>>1;e<t[a]?o=a:n=a+1}if(i=t[n],r=t[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(i===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,i)}return this.interpolate_(n,r,e,i)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,i=this.valueSize,r=e*i;for(let o=0;o!==i;++o)t[o]=n[r+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},nl=class extends si{constructor(e,t,n,i){super(e,t,n,i),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:uu,endingEnd:uu}}intervalChanged_(e,t,n){let i=this.parameterPositions,r=e-2,o=e+1,a=i[r],l=i[o];if(a===void 0)switch(this.getSettings_().endingStart){case du:r=e,a=2*t-n;break;case fu:r=i.length-2,a=t+i[r]-i[r+1];break;default:r=e,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case du:o=e,l=2*n-t;break;case fu:o=1,l=n+i[1]-i[0];break;default:o=e-1,l=t}let c=(n-t)*.5,h=this.valueSize;this._weightPrev=c/(t-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,m=(n-t)/(i-t),y=m*m,p=y*m,g=-d*p+2*d*y-d*m,v=(1+d)*p+(-1.5-2*d)*y+(-.5+d)*m+1,T=(-1-f)*p+(1.5+f)*y+.5*m,x=f*p-f*y;for(let A=0;A!==a;++A)r[A]=g*o[h+A]+v*o[c+A]+T*o[l+A]+x*o[u+A];return r}},il=class extends si{constructor(e,t,n,i){super(e,t,n,i)}interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=(n-t)/(i-t),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},sl=class extends si{constructor(e,t,n,i){super(e,t,n,i)}interpolate_(e){return this.copySampleValue_(e-1)}},rl=class extends si{interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let m=(n-t)/(i-t),y=1-m;for(let p=0;p!==a;++p)r[p]=o[c+p]*y+o[l+p]*m;return r}let d=a*2,f=e-1;for(let m=0;m!==a;++m){let y=o[c+m],p=o[l+m],g=f*d+m*2,v=u[g],T=u[g+1],x=e*d+m*2,A=h[x],E=h[x+1],_=Sy(n,t,v,A,i);r[m]=bm(_,y,T,E,p)}return r}};function bm(s,e,t,n,i){let r=1-s;return r*r*r*e+3*r*r*s*t+3*r*s*s*n+s*s*s*i}function My(s,e,t,n,i){let r=1-s;return 3*r*r*(t-e)+6*r*s*(n-t)+3*s*s*(i-n)}function Sy(s,e,t,n,i){let r=(s-e)/(i-e);for(let o=0;o<8;o++){let a=bm(r,e,t,n,i)-s;if(Math.abs(a)<1e-10)break;let l=My(r,e,t,n,i);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var Mn=class{constructor(e,t,n,i){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=Yi(t,this.TimeBufferType),this.values=Yi(n,this.ValueBufferType),this.setInterpolation(i||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:Yi(e.times,Array),values:Yi(e.values,Array)};let i=e.getInterpolation();i!==e.DefaultInterpolation&&(n.interpolation=i),lo(e.settings)&&(n.settings={inTangents:Yi(e.settings.inTangents,Array),outTangents:Yi(e.settings.outTangents,Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new sl(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new il(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new nl(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new rl(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case Ts:t=this.InterpolantFactoryMethodDiscrete;break;case Es:t=this.InterpolantFactoryMethodLinear;break;case Fa:t=this.InterpolantFactoryMethodSmooth;break;case hu:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return De("KeyframeTrack:",n),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Ts;case this.InterpolantFactoryMethodLinear:return Es;case this.InterpolantFactoryMethodSmooth:return Fa;case this.InterpolantFactoryMethodBezier:return hu}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,i=t.length;n!==i;++n)t[n]+=e;lo(this.settings)&&(Rp(this.settings.inTangents,e),Rp(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,i=t.length;n!==i;++n)t[n]*=e;lo(this.settings)&&(Cp(this.settings.inTangents,e),Cp(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,i=n.length,r=0,o=i-1;for(;r!==i&&n[r]<e;)++r;for(;o!==-1&&n[o]>t;)--o;if(++o,r!==0||o!==i){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(Be("KeyframeTrack: Invalid value size in track.",this),e=!1);let n=this.times,i=this.values,r=n.length;r===0&&(Be("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){Be("KeyframeTrack: Time is not a valid number.",this,a,l),e=!1;break}if(o!==null&&o>l){Be("KeyframeTrack: Out of order keys.",this,a,l,o),e=!1;break}o=l}if(i!==void 0&&N_(i))for(let a=0,l=i.length;a!==l;++a){let c=i[a];if(isNaN(c)){Be("KeyframeTrack: Value is not a valid number.",this,a,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),i=this.getInterpolation()===Fa,r=e.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=e[a],h=e[a+1];if(c!==h&&(a!==1||c!==e[0]))if(i)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let m=0;m!==n;++m){let y=t[u+m];if(y!==t[d+m]||y!==t[f+m]){l=!0;break}}}if(l){if(a!==o){e[o]=e[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)t[d+f]=t[u+f]}++o}}if(r>0){e[o]=e[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)t[l+c]=t[a+c];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*n)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,i=new n(this.name,e,t);return i.createInterpolant=this.createInterpolant,lo(this.settings)&&(i.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),i}};function Rp(s,e){for(let t=0,n=s.length;t!==n;t+=2)s[t]+=e}function Cp(s,e){for(let t=0,n=s.length;t!==n;t+=2)s[t]*=e}Mn.prototype.ValueTypeName="";Mn.prototype.TimeBufferType=Float32Array;Mn.prototype.ValueBufferType=Float32Array;Mn.prototype.DefaultInterpolation=Es;var Ci=class extends Mn{constructor(e,t,n){super(e,t,n)}};Ci.prototype.ValueTypeName="bool";Ci.prototype.ValueBufferType=Array;Ci.prototype.DefaultInterpolation=Ts;Ci.prototype.InterpolantFactoryMethodLinear=void 0;Ci.prototype.InterpolantFactoryMethodSmooth=void 0;var wo=class extends Mn{constructor(e,t,n,i){super(e,t,n,i)}};wo.prototype.ValueTypeName="color";var Pi=class extends Mn{constructor(e,t,n,i){super(e,t,n,i)}};Pi.prototype.ValueTypeName="number";var ol=class extends si{constructor(e,t,n,i){super(e,t,n,i)}interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-t)/(i-t),c=e*a;for(let h=c+a;c!==h;c+=4)be.slerpFlat(r,0,o,c-a,o,c,l);return r}},Li=class extends Mn{constructor(e,t,n,i){super(e,t,n,i)}InterpolantFactoryMethodLinear(e){return new ol(this.times,this.values,this.getValueSize(),e)}};Li.prototype.ValueTypeName="quaternion";Li.prototype.InterpolantFactoryMethodSmooth=void 0;var Ii=class extends Mn{constructor(e,t,n){super(e,t,n)}};Ii.prototype.ValueTypeName="string";Ii.prototype.ValueBufferType=Array;Ii.prototype.DefaultInterpolation=Ts;Ii.prototype.InterpolantFactoryMethodLinear=void 0;Ii.prototype.InterpolantFactoryMethodSmooth=void 0;var es=class extends Mn{constructor(e,t,n,i){super(e,t,n,i)}};es.prototype.ValueTypeName="vector";var Di=class{constructor(e="",t=-1,n=[],i=am){this.name=e,this.tracks=n,this.duration=t,this.blendMode=i,this.uuid=li(),this.userData={},this.duration<0&&this.resetDuration()}static parse(e){let t=[],n=e.tracks,i=1/(e.fps||1);for(let o=0,a=n.length;o!==a;++o)t.push(Ty(n[o]).scale(i));let r=new this(e.name,e.duration,t,e.blendMode);return r.uuid=e.uuid,r.userData=JSON.parse(e.userData||"{}"),r}static toJSON(e){let t=[],n=e.tracks,i={name:e.name,duration:e.duration,tracks:t,uuid:e.uuid,blendMode:e.blendMode,userData:JSON.stringify(e.userData)};for(let r=0,o=n.length;r!==o;++r)t.push(Mn.toJSON(n[r]));return i}static CreateFromMorphTargetSequence(e,t,n,i){let r=t.length,o=[];for(let a=0;a<r;a++){let l=[],c=[];l.push((a+r-1)%r,a,(a+1)%r),c.push(0,1,0);let h=xy(l);l=Ap(l,1,h),c=Ap(c,1,h),!i&&l[0]===0&&(l.push(r),c.push(c[0])),o.push(new Pi(".morphTargetInfluences["+t[a].name+"]",l,c).scale(1/n))}return new this(e,-1,o)}static findByName(e,t){let n=e;if(!Array.isArray(e)){let i=e;n=i.geometry&&i.geometry.animations||i.animations}for(let i=0;i<n.length;i++)if(n[i].name===t)return n[i];return null}static CreateClipsFromMorphTargetSequences(e,t,n){let i={},r=/^([\w-]*?)([\d]+)$/;for(let a=0,l=e.length;a<l;a++){let c=e[a],h=c.name.match(r);if(h&&h.length>1){let u=h[1],d=i[u];d||(i[u]=d=[]),d.push(c)}}let o=[];for(let a in i)o.push(this.CreateFromMorphTargetSequence(a,i[a],t,n));return o}resetDuration(){let e=this.tracks,t=0;for(let n=0,i=e.length;n!==i;++n){let r=this.tracks[n];t=Math.max(t,r.times[r.times.length-1])}return this.duration=t,this}trim(){for(let e=0;e<this.tracks.length;e++)this.tracks[e].trim(0,this.duration);return this}validate(){let e=!0;for(let t=0;t<this.tracks.length;t++)e=e&&this.tracks[t].validate();return e}optimize(){for(let e=0;e<this.tracks.length;e++)this.tracks[e].optimize();return this}clone(){let e=[];for(let n=0;n<this.tracks.length;n++)e.push(this.tracks[n].clone());let t=new this.constructor(this.name,this.duration,e,this.blendMode);return t.userData=JSON.parse(JSON.stringify(this.userData)),t}toJSON(){return this.constructor.toJSON(this)}};function wy(s){switch(s.toLowerCase()){case"scalar":case"double":case"float":case"number":case"integer":return Pi;case"vector":case"vector2":case"vector3":case"vector4":return es;case"color":return wo;case"quaternion":return Li;case"bool":case"boolean":return Ci;case"string":return Ii}throw new Error("THREE.KeyframeTrack: Unsupported typeName: "+s)}function Ty(s){if(s.type===void 0)throw new Error("THREE.KeyframeTrack: track type undefined, can not parse");let e=wy(s.type);if(s.times===void 0){let n=[],i=[];by(s.keys,n,i,"value"),s.times=n,s.values=i}let t;return e.parse!==void 0?t=e.parse(s):t=new e(s.name,s.times,s.values,s.interpolation),lo(s.settings)&&(t.settings={inTangents:Yi(s.settings.inTangents,Float32Array),outTangents:Yi(s.settings.outTangents,Float32Array)}),t}var Qn={enabled:!1,files:{},add:function(s,e){this.enabled!==!1&&(Pp(s)||(this.files[s]=e))},get:function(s){if(this.enabled!==!1&&!Pp(s))return this.files[s]},remove:function(s){delete this.files[s]},clear:function(){this.files={}}};function Pp(s){try{let e=s.slice(s.indexOf(":")+1);return new URL(e).protocol==="blob:"}catch{return!1}}var Cr=class{constructor(e,t,n){let i=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&i.onStart!==void 0&&i.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,i.onProgress!==void 0&&i.onProgress(h,o,a),o===a&&(r=!1,i.onLoad!==void 0&&i.onLoad())},this.itemError=function(h){i.onError!==void 0&&i.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],m=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return m}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},Mm=new Cr,ri=class{constructor(e){this.manager=e!==void 0?e:Mm,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let n=this;return new Promise(function(i,r){n.load(e,i,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};ri.DEFAULT_MATERIAL_NAME="__DEFAULT";var Si={},mu=class extends Error{constructor(e,t){super(e),this.response=t}},Pr=class extends ri{constructor(e){super(e),this.mimeType="",this.responseType="",this._abortController=new AbortController}load(e,t,n,i){e===void 0&&(e=""),this.path!==void 0&&(e=this.path+e),e=this.manager.resolveURL(e);let r=Qn.get(`file:${e}`);if(r!==void 0){this.manager.itemStart(e),setTimeout(()=>{t&&t(r),this.manager.itemEnd(e)},0);return}if(Si[e]!==void 0){Si[e].push({onLoad:t,onProgress:n,onError:i});return}Si[e]=[],Si[e].push({onLoad:t,onProgress:n,onError:i});let o=new Request(e,{headers:new Headers(this.requestHeader),credentials:this.withCredentials?"include":"same-origin",priority:this.priority,cache:this.cache,signal:typeof AbortSignal.any=="function"?AbortSignal.any([this._abortController.signal,this.manager.abortController.signal]):this._abortController.signal}),a=this.mimeType,l=this.responseType;fetch(o).then(c=>{if(c.status===200||c.status===0){if(c.status===0&&De("FileLoader: HTTP Status 0 received."),typeof ReadableStream>"u"||c.body===void 0||c.body.getReader===void 0)return c;let h=Si[e],u=c.body.getReader(),d=c.headers.get("X-File-Size")||c.headers.get("Content-Length"),f=d?parseInt(d):0,m=f!==0,y=0,p=new ReadableStream({start(g){v();function v(){u.read().then(({done:T,value:x})=>{if(T)g.close();else{y+=x.byteLength;let A=new ProgressEvent("progress",{lengthComputable:m,loaded:y,total:f});for(let E=0,_=h.length;E<_;E++){let w=h[E];w.onProgress&&w.onProgress(A)}g.enqueue(x),v()}},T=>{g.error(T)})}}});return new Response(p)}else throw new mu(`fetch for "${c.url}" responded with ${c.status}: ${c.statusText}`,c)}).then(c=>{switch(l){case"arraybuffer":return c.arrayBuffer();case"blob":return c.blob();case"document":return c.text().then(h=>new DOMParser().parseFromString(h,a));case"json":return c.json();default:if(a==="")return c.text();{let u=/charset="?([^;"\s]*)"?/i.exec(a),d=u&&u[1]?u[1].toLowerCase():void 0,f=new TextDecoder(d);return c.arrayBuffer().then(m=>f.decode(m))}}}).then(c=>{Qn.add(`file:${e}`,c);let h=Si[e];delete Si[e];for(let u=0,d=h.length;u<d;u++){let f=h[u];f.onLoad&&f.onLoad(c)}}).catch(c=>{let h=Si[e];if(h===void 0)throw this.manager.itemError(e),c;delete Si[e];for(let u=0,d=h.length;u<d;u++){let f=h[u];f.onError&&f.onError(c)}this.manager.itemError(e)}).finally(()=>{this.manager.itemEnd(e)}),this.manager.itemStart(e)}setResponseType(e){return this.responseType=e,this}setMimeType(e){return this.mimeType=e,this}abort(){return this._abortController.abort(),this._abortController=new AbortController,this}};var fr=new WeakMap,al=class extends ri{constructor(e){super(e)}load(e,t,n,i){this.path!==void 0&&(e=this.path+e),e=this.manager.resolveURL(e);let r=this,o=Qn.get(`image:${e}`);if(o!==void 0){if(o.complete===!0)r.manager.itemStart(e),setTimeout(function(){t&&t(o),r.manager.itemEnd(e)},0);else{let u=fr.get(o);u===void 0&&(u=[],fr.set(o,u)),u.push({onLoad:t,onError:i})}return o}let a=xr("img");function l(){h(),t&&t(this);let u=fr.get(this)||[];for(let d=0;d<u.length;d++){let f=u[d];f.onLoad&&f.onLoad(this)}fr.delete(this),r.manager.itemEnd(e)}function c(u){h(),i&&i(u),Qn.remove(`image:${e}`);let d=fr.get(this)||[];for(let f=0;f<d.length;f++){let m=d[f];m.onError&&m.onError(u)}fr.delete(this),r.manager.itemError(e),r.manager.itemEnd(e)}function h(){a.removeEventListener("load",l,!1),a.removeEventListener("error",c,!1)}return a.addEventListener("load",l,!1),a.addEventListener("error",c,!1),e.slice(0,5)!=="data:"&&this.crossOrigin!==void 0&&(a.crossOrigin=this.crossOrigin),Qn.add(`image:${e}`,a),r.manager.itemStart(e),a.fetchPriority=this.priority,a.src=e,a}};var To=class extends ri{constructor(e){super(e)}load(e,t,n,i){let r=new Et,o=new al(this.manager);return o.setPriority(this.priority),o.setCache(this.cache),o.setCrossOrigin(this.crossOrigin),o.setPath(this.path),o.load(e,function(a){r.image=a,r.needsUpdate=!0,t!==void 0&&t(r)},n,i),r}},Cs=class extends lt{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new le(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},Lr=class extends Cs{constructor(e,t,n){super(e,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(lt.DEFAULT_UP),this.updateMatrix(),this.groundColor=new le(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},au=new Se,Lp=new S,Ip=new S,Ir=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Ee(512,512),this.mapType=wn,this.map=null,this.mapPass=null,this.matrix=new Se,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Ki,this._frameExtents=new Ee(1,1),this._viewportCount=1,this._viewports=[new ct(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;Lp.setFromMatrixPosition(e.matrixWorld),t.position.copy(Lp),Ip.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(Ip),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,n,i){au.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),n.setFromProjectionMatrix(au,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=i?i.z/r.x:1,a=i?i.w/r.y:1,l=i?i.x/r.x:0,c=i?i.y/r.y:0;e.coordinateSystem===vr||e.reversedDepth?t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),t.multiply(au)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},Oa=new S,Ua=new be,Jn=new S,Ps=class extends lt{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Se,this.projectionMatrix=new Se,this.projectionMatrixInverse=new Se,this.coordinateSystem=Dn,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(Oa,Ua,Jn),Jn.x===1&&Jn.y===1&&Jn.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Oa,Ua,Jn.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.updateWorldMatrix(e,t,n),this.matrixWorld.decompose(Oa,Ua,Jn),Jn.x===1&&Jn.y===1&&Jn.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Oa,Ua,Jn.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},qi=new S,Dp=new Ee,Np=new Ee,xt=class extends Ps{constructor(e=50,t=1,n=.1,i=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=n,this.far=i,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=As*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(co*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return As*2*Math.atan(Math.tan(co*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){qi.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(qi.x,qi.y).multiplyScalar(-e/qi.z),qi.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(qi.x,qi.y).multiplyScalar(-e/qi.z)}getViewSize(e,t){return this.getViewBounds(e,Dp,Np),t.subVectors(Np,Dp)}setViewOffset(e,t,n,i,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=i,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(co*.5*this.fov)/this.zoom,n=2*t,i=this.aspect*n,r=-.5*i,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*i/l,t-=o.offsetY*n/c,i*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+i,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}},gu=class extends Ir{constructor(){super(new xt(50,1,.5,500)),this.isSpotLightShadow=!0,this.focus=1,this.aspect=1}updateMatrices(e){let t=this.camera,n=As*2*e.angle*this.focus,i=this.mapSize.width/this.mapSize.height*this.aspect,r=e.distance||t.far;(n!==t.fov||i!==t.aspect||r!==t.far)&&(t.fov=n,t.aspect=i,t.far=r,t.updateProjectionMatrix()),super.updateMatrices(e)}copy(e){return super.copy(e),this.focus=e.focus,this.aspect=e.aspect,this}toJSON(){let e=super.toJSON();return e.focus=this.focus,e.aspect=this.aspect,e}},Ls=class extends Cs{constructor(e,t,n=0,i=Math.PI/3,r=0,o=2){super(e,t),this.isSpotLight=!0,this.type="SpotLight",this.position.copy(lt.DEFAULT_UP),this.updateMatrix(),this.target=new lt,this.distance=n,this.angle=i,this.penumbra=r,this.decay=o,this.map=null,this.shadow=new gu}get power(){return this.intensity*Math.PI}set power(e){this.intensity=e/Math.PI}dispose(){super.dispose(),this.shadow.dispose()}copy(e,t){return super.copy(e,t),this.distance=e.distance,this.angle=e.angle,this.penumbra=e.penumbra,this.decay=e.decay,this.target=e.target.clone(),this.map=e.map,this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.distance=this.distance,t.object.angle=this.angle,t.object.decay=this.decay,t.object.penumbra=this.penumbra,t.object.target=this.target.uuid,this.map&&this.map.isTexture&&(t.object.map=this.map.toJSON(e).uuid),t.object.shadow=this.shadow.toJSON(),t}},_u=class extends Ir{constructor(){super(new xt(90,1,.5,500)),this.isPointLightShadow=!0}},Eo=class extends Cs{constructor(e,t,n=0,i=2){super(e,t),this.isPointLight=!0,this.type="PointLight",this.distance=n,this.decay=i,this.shadow=new _u}get power(){return this.intensity*4*Math.PI}set power(e){this.intensity=e/(4*Math.PI)}dispose(){super.dispose(),this.shadow.dispose()}copy(e,t){return super.copy(e,t),this.distance=e.distance,this.decay=e.decay,this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.distance=this.distance,t.object.decay=this.decay,t.object.shadow=this.shadow.toJSON(),t}},Sn=class extends Ps{constructor(e=-1,t=1,n=1,i=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=i,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,i,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=i,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,i=(this.top+this.bottom)/2,r=n-e,o=n+e,a=i+t,l=i-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},yu=class extends Ir{constructor(){super(new Sn(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},ts=class extends Cs{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(lt.DEFAULT_UP),this.updateMatrix(),this.target=new lt,this.shadow=new yu}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}};var Ni=class{static extractUrlBase(e){let t=e.lastIndexOf("/");return t===-1?"./":e.slice(0,t+1)}static resolveURL(e,t){return typeof e!="string"||e===""?"":(/^https?:\/\//i.test(t)&&/^\//.test(e)&&(t=t.replace(/(^https?:\/\/[^\/]+).*/i,"$1")),/^(https?:)?\/\//i.test(e)||/^data:.*,.*$/i.test(e)||/^blob:.*$/i.test(e)?e:t+e)}};var lu=new WeakMap,Ao=class extends ri{constructor(e){super(e),this.isImageBitmapLoader=!0,typeof createImageBitmap>"u"&&De("ImageBitmapLoader: createImageBitmap() not supported."),typeof fetch>"u"&&De("ImageBitmapLoader: fetch() not supported."),this.options={premultiplyAlpha:"none"},this._abortController=new AbortController}setOptions(e){return this.options=e,this}load(e,t,n,i){e===void 0&&(e=""),this.path!==void 0&&(e=this.path+e),e=this.manager.resolveURL(e);let r=this,o=Qn.get(`image-bitmap:${e}`);if(o!==void 0){if(r.manager.itemStart(e),o.then){o.then(c=>{lu.has(o)===!0?(i&&i(lu.get(o)),r.manager.itemError(e),r.manager.itemEnd(e)):(t&&t(c),r.manager.itemEnd(e))});return}setTimeout(function(){t&&t(o),r.manager.itemEnd(e)},0);return}let a={};a.credentials=this.withCredentials||this.crossOrigin!=="anonymous"?"include":"same-origin",a.headers=this.requestHeader,a.priority=this.priority,a.cache=this.cache,a.signal=typeof AbortSignal.any=="function"?AbortSignal.any([this._abortController.signal,this.manager.abortController.signal]):this._abortController.signal;let l=fetch(e,a).then(function(c){return c.blob()}).then(function(c){return createImageBitmap(c,Object.assign({},r.options,{colorSpaceConversion:"none"}))}).then(function(c){return Qn.add(`image-bitmap:${e}`,c),t&&t(c),r.manager.itemEnd(e),c}).catch(function(c){i&&i(c),lu.set(l,c),Qn.remove(`image-bitmap:${e}`),r.manager.itemError(e),r.manager.itemEnd(e)});Qn.add(`image-bitmap:${e}`,l),r.manager.itemStart(e)}abort(){return this._abortController.abort(),this._abortController=new AbortController,this}};var pr=-90,mr=1,Dr=class extends lt{constructor(e,t,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let i=new xt(pr,mr,e,t);i.layers=this.layers,this.add(i);let r=new xt(pr,mr,e,t);r.layers=this.layers,this.add(r);let o=new xt(pr,mr,e,t);o.layers=this.layers,this.add(o);let a=new xt(pr,mr,e,t);a.layers=this.layers,this.add(a);let l=new xt(pr,mr,e,t);l.layers=this.layers,this.add(l);let c=new xt(pr,mr,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,i,r,o,a,l]=t;for(let c of t)this.remove(c);if(e===Dn)n.up.set(0,1,0),n.lookAt(1,0,0),i.up.set(0,1,0),i.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===vr)n.up.set(0,-1,0),n.lookAt(-1,0,0),i.up.set(0,-1,0),i.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:i}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=e.getRenderTarget(),d=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),m=e.xr.enabled;e.xr.enabled=!1;let y=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let p=!1;e.isWebGLRenderer===!0?p=e.state.buffers.depth.getReversed():p=e.reversedDepthBuffer,e.setRenderTarget(n,0,i),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(n,1,i),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,2,i),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,3,i),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(n,4,i),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),n.texture.mipmapsAutoUpdate=y,e.setRenderTarget(n,5,i),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),e.setRenderTarget(u,d,f),e.xr.enabled=m,n.texture.needsPMREMUpdate=!0}},ll=class extends xt{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var Ju="\\[\\]\\.:\\/",Ey=new RegExp("["+Ju+"]","g"),Qu="[^"+Ju+"]",Ay="[^"+Ju.replace("\\.","")+"]",Ry=/((?:WC+[\/:])*)/.source.replace("WC",Qu),Cy=/(WCOD+)?/.source.replace("WCOD",Ay),Py=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Qu),Ly=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Qu),Iy=new RegExp("^"+Ry+Cy+Py+Ly+"$"),Dy=["material","materials","bones","map"],vu=class{constructor(e,t,n){let i=n||dt.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,i)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,i=this._bindings[n];i!==void 0&&i.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let i=this._targetGroup.nCachedObjects_,r=n.length;i!==r;++i)n[i].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},dt=class s{constructor(e,t,n){this.path=t,this.parsedPath=n||s.parseTrackName(t),this.node=s.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,n){return e&&e.isAnimationObjectGroup?new s.Composite(e,t,n):new s(e,t,n)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(Ey,"")}static parseTrackName(e){let t=Iy.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},i=n.nodeName&&n.nodeName.lastIndexOf(".");if(i!==void 0&&i!==-1){let r=n.nodeName.substring(i+1);Dy.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,i),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return n}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let l=n(a.children);if(l)return l}return null},i=n(e.children);if(i)return i}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)e[t++]=n[i]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,n=t.objectName,i=t.propertyName,r=t.propertyIndex;if(e||(e=s.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){De("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=t.objectIndex;switch(n){case"materials":if(!e.material){Be("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){Be("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){Be("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let h=0;h<e.length;h++)if(e[h].name===c){c=h;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){Be("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){Be("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[n]===void 0){Be("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[n]}if(c!==void 0){if(e[c]===void 0){Be("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let o=e[i];if(o===void 0){let c=t.nodeName;Be("PropertyBinding: Trying to update property for track: "+c+"."+i+" but it wasn't found.",e);return}let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(i==="morphTargetInfluences"){if(!e.geometry){Be("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){Be("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=i;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};dt.Composite=vu;dt.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};dt.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};dt.prototype.GetterByBindingType=[dt.prototype._getValue_direct,dt.prototype._getValue_array,dt.prototype._getValue_arrayElement,dt.prototype._getValue_toArray];dt.prototype.SetterByBindingTypeAndVersioning=[[dt.prototype._setValue_direct,dt.prototype._setValue_direct_setNeedsUpdate,dt.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[dt.prototype._setValue_array,dt.prototype._setValue_array_setNeedsUpdate,dt.prototype._setValue_array_setMatrixWorldNeedsUpdate],[dt.prototype._setValue_arrayElement,dt.prototype._setValue_arrayElement_setNeedsUpdate,dt.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[dt.prototype._setValue_fromArray,dt.prototype._setValue_fromArray_setNeedsUpdate,dt.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var n1=new Float32Array(1);var Op=new Se,Is=class{constructor(e,t,n=0,i=1/0){this.ray=new Nn(e,t),this.near=n,this.far=i,this.camera=null,this.layers=new Sr,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(e,t){this.ray.set(e,t)}setFromCamera(e,t){t.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(e.x,e.y,.5).unproject(t).sub(this.ray.origin).normalize(),this.camera=t):t.isOrthographicCamera?(this.ray.origin.set(e.x,e.y,t.projectionMatrix.elements[14]).unproject(t),this.ray.direction.set(0,0,-1).transformDirection(t.matrixWorld),this.camera=t):Be("Raycaster: Unsupported camera type: "+t.type)}setFromXRController(e){return Op.identity().extractRotation(e.matrixWorld),this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(Op),this}intersectObject(e,t=!0,n=[]){return xu(e,this,n,t),n.sort(Up),n}intersectObjects(e,t=!0,n=[]){for(let i=0,r=e.length;i<r;i++)xu(e[i],this,n,t);return n.sort(Up),n}};function Up(s,e){return s.distance-e.distance}function xu(s,e,t,n){let i=!0;if(s.layers.test(e.layers)&&s.raycast(e,t)===!1&&(i=!1),i===!0&&n===!0){let r=s.children;for(let o=0,a=r.length;o<a;o++)xu(r[o],e,t,!0)}}var ns=class{constructor(e=1,t=0,n=0){this.radius=e,this.phi=t,this.theta=n}set(e,t,n){return this.radius=e,this.phi=t,this.theta=n,this}copy(e){return this.radius=e.radius,this.phi=e.phi,this.theta=e.theta,this}makeSafe(){return this.phi=Ye(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(e){return this.setFromCartesianCoords(e.x,e.y,e.z)}setFromCartesianCoords(e,t,n){return this.radius=Math.sqrt(e*e+t*t+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(e,n),this.phi=Math.acos(Ye(t/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var bu=class{static{this.prototype.isMatrix2=!0}constructor(e,t,n,i){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,i)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,i){let r=this.elements;return r[0]=e,r[2]=t,r[1]=n,r[3]=i,this}};var Ro=class extends Rs{constructor(e=10,t=10,n=4473924,i=8947848){n=new le(n),i=new le(i);let r=t/2,o=e/t,a=e/2,l=[],c=[];for(let d=0,f=0,m=-a;d<=t;d++,m+=o){l.push(-a,0,m,a,0,m),l.push(m,0,-a,m,0,a);let y=d===r?n:i;y.toArray(c,f),f+=3,y.toArray(c,f),f+=3,y.toArray(c,f),f+=3,y.toArray(c,f),f+=3}let h=new Ze;h.setAttribute("position",new je(l,3)),h.setAttribute("color",new je(c,3));let u=new ii({vertexColors:!0,toneMapped:!1});super(h,u),this.type="GridHelper"}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};var Co=class extends Rs{constructor(e=1){let t=[0,0,0,e,0,0,0,0,0,0,e,0,0,0,0,0,0,e],n=[1,0,0,1,.6,0,0,1,0,.6,1,0,0,0,1,0,.6,1],i=new Ze;i.setAttribute("position",new je(t,3)),i.setAttribute("color",new je(n,3));let r=new ii({vertexColors:!0,toneMapped:!1});super(i,r),this.type="AxesHelper"}setColors(e,t,n){let i=new le,r=this.geometry.attributes.color.array;return i.set(e),i.toArray(r,0),i.toArray(r,3),i.set(t),i.toArray(r,6),i.toArray(r,9),i.set(n),i.toArray(r,12),i.toArray(r,15),this.geometry.attributes.color.needsUpdate=!0,this}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};var Ds=class extends Xn{constructor(e,t=null){super(),this.object=e,this.domElement=t,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(e){this.domElement!==null&&this.disconnect(),this.domElement=e}disconnect(){}dispose(){}update(){}};function ed(s,e,t,n){let i=Ny(n);switch(t){case ku:return s*e;case ml:return s*e/i.components*i.byteLength;case gl:return s*e/i.components*i.byteLength;case rs:return s*e*2/i.components*i.byteLength;case _l:return s*e*2/i.components*i.byteLength;case zu:return s*e*3/i.components*i.byteLength;case Fn:return s*e*4/i.components*i.byteLength;case yl:return s*e*4/i.components*i.byteLength;case Io:case Do:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*8;case No:case Oo:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*16;case xl:case Ml:return Math.max(s,16)*Math.max(e,8)/4;case vl:case bl:return Math.max(s,8)*Math.max(e,8)/2;case Sl:case wl:case El:case Al:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*8;case Tl:case Uo:case Rl:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*16;case Cl:return Math.floor((s+3)/4)*Math.floor((e+3)/4)*16;case Pl:return Math.floor((s+4)/5)*Math.floor((e+3)/4)*16;case Ll:return Math.floor((s+4)/5)*Math.floor((e+4)/5)*16;case Il:return Math.floor((s+5)/6)*Math.floor((e+4)/5)*16;case Dl:return Math.floor((s+5)/6)*Math.floor((e+5)/6)*16;case Nl:return Math.floor((s+7)/8)*Math.floor((e+4)/5)*16;case Ol:return Math.floor((s+7)/8)*Math.floor((e+5)/6)*16;case Ul:return Math.floor((s+7)/8)*Math.floor((e+7)/8)*16;case Fl:return Math.floor((s+9)/10)*Math.floor((e+4)/5)*16;case Bl:return Math.floor((s+9)/10)*Math.floor((e+5)/6)*16;case kl:return Math.floor((s+9)/10)*Math.floor((e+7)/8)*16;case zl:return Math.floor((s+9)/10)*Math.floor((e+9)/10)*16;case Hl:return Math.floor((s+11)/12)*Math.floor((e+9)/10)*16;case Vl:return Math.floor((s+11)/12)*Math.floor((e+11)/12)*16;case Gl:case Wl:case Xl:return Math.ceil(s/4)*Math.ceil(e/4)*16;case ql:case Yl:return Math.ceil(s/4)*Math.ceil(e/4)*8;case Fo:case jl:return Math.ceil(s/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function Ny(s){switch(s){case wn:case Ou:return{byteLength:1,components:1};case kr:case Uu:case Yn:return{byteLength:2,components:1};case fl:case pl:return{byteLength:2,components:4};case qn:case dl:case mn:return{byteLength:4,components:1};case Fu:case Bu:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${s}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?De("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Wm(){let s=null,e=!1,t=null,n=null;function i(r,o){n=s.requestAnimationFrame(i),t(r,o)}return{start:function(){e!==!0&&t!==null&&s!==null&&(n=s.requestAnimationFrame(i),e=!0)},stop:function(){s!==null&&s.cancelAnimationFrame(n),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){s=r}}}function Oy(s){let e=new WeakMap;function t(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=s.createBuffer();s.bindBuffer(l,d),s.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=s.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=s.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=s.HALF_FLOAT:f=s.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=s.SHORT;else if(c instanceof Uint32Array)f=s.UNSIGNED_INT;else if(c instanceof Int32Array)f=s.INT;else if(c instanceof Int8Array)f=s.BYTE;else if(c instanceof Uint8Array)f=s.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=s.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(s.bindBuffer(c,a),u.length===0)s.bufferSubData(c,0,h);else{u.sort((f,m)=>f.start-m.start);let d=0;for(let f=1;f<u.length;f++){let m=u[d],y=u[f];y.start<=m.start+m.count+1?m.count=Math.max(m.count,y.start+y.count-m.start):(++d,u[d]=y)}u.length=d+1;for(let f=0,m=u.length;f<m;f++){let y=u[f];s.bufferSubData(c,y.start*h.BYTES_PER_ELEMENT,h,y.start,y.count)}l.clearUpdateRanges()}l.onUploadCallback()}function i(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(s.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=e.get(a);(!h||h.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=e.get(a);if(c===void 0)e.set(a,t(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:i,remove:r,update:o}}var Uy=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Fy=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,By=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,ky=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,zy=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Hy=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,Vy=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,Gy=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Wy=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,Xy=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,qy=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Yy=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,jy=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,$y=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,Zy=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,Ky=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,Jy=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Qy=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,ev=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,tv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,nv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,iv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,sv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,rv=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,ov=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,av=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,lv=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,cv=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,hv=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,uv="gl_FragColor = linearToOutputTexel( gl_FragColor );",dv=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,fv=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,pv=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,mv=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,gv=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,_v=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,yv=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,vv=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,xv=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,bv=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,Mv=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,Sv=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,wv=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Tv=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Ev=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,Av=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,Rv=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,Cv=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,Pv=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Lv=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Iv=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,Dv=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Nv=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Ov=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,Uv=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Fv=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,Bv=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,kv=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,zv=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Hv=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Vv=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,Gv=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Wv=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,Xv=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,qv=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Yv=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,jv=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,$v=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,Zv=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Kv=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,Jv=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Qv=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,ex=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,tx=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,nx=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,ix=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,sx=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,rx=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,ox=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,ax=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,lx=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,cx=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,hx=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,ux=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,dx=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,fx=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,px=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,mx=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,gx=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,_x=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,yx=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,vx=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,xx=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,bx=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,Mx=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,Sx=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,wx=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,Tx=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Ex=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,Ax=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,Rx=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,Cx=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,Px=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,Lx=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Ix=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Dx=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,Nx=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,Ox=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,Ux=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Fx=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Bx=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,kx=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,zx=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Hx=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,Vx=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,Gx=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,Wx=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,Xx=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,qx=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Yx=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,jx=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,$x=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,Zx=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Kx=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Jx=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Qx=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,eb=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,tb=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,nb=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,ib=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,sb=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,rb=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,ob=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,ab=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,lb=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,cb=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,hb=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,ub=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,db=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,fb=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,pb=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,He={alphahash_fragment:Uy,alphahash_pars_fragment:Fy,alphamap_fragment:By,alphamap_pars_fragment:ky,alphatest_fragment:zy,alphatest_pars_fragment:Hy,aomap_fragment:Vy,aomap_pars_fragment:Gy,batching_pars_vertex:Wy,batching_vertex:Xy,begin_vertex:qy,beginnormal_vertex:Yy,bsdfs:jy,iridescence_fragment:$y,bumpmap_pars_fragment:Zy,clipping_planes_fragment:Ky,clipping_planes_pars_fragment:Jy,clipping_planes_pars_vertex:Qy,clipping_planes_vertex:ev,color_fragment:tv,color_pars_fragment:nv,color_pars_vertex:iv,color_vertex:sv,common:rv,defaultnormal_vertex:ov,displacementmap_pars_vertex:av,displacementmap_vertex:lv,emissivemap_fragment:cv,emissivemap_pars_fragment:hv,colorspace_fragment:uv,colorspace_pars_fragment:dv,envmap_fragment:fv,envmap_common_pars_fragment:pv,envmap_pars_fragment:mv,envmap_pars_vertex:gv,envmap_physical_pars_fragment:Av,envmap_vertex:_v,fog_vertex:yv,fog_pars_vertex:vv,fog_fragment:xv,fog_pars_fragment:bv,gradientmap_pars_fragment:Mv,lightmap_pars_fragment:Sv,lights_lambert_fragment:wv,lights_lambert_pars_fragment:Tv,lights_pars_begin:Ev,lights_toon_fragment:Rv,lights_toon_pars_fragment:Cv,lights_phong_fragment:Pv,lights_phong_pars_fragment:Lv,lights_physical_fragment:Iv,lights_physical_pars_fragment:Dv,lights_fragment_begin:Nv,lights_fragment_maps:Ov,lights_fragment_end:Uv,lightprobes_pars_fragment:Fv,logdepthbuf_fragment:Bv,logdepthbuf_pars_fragment:kv,logdepthbuf_pars_vertex:zv,logdepthbuf_vertex:Hv,map_fragment:Vv,map_pars_fragment:Gv,map_particle_fragment:Wv,map_particle_pars_fragment:Xv,metalnessmap_fragment:qv,metalnessmap_pars_fragment:Yv,morphinstance_vertex:jv,morphcolor_vertex:$v,morphnormal_vertex:Zv,morphtarget_pars_vertex:Kv,morphtarget_vertex:Jv,normal_fragment_begin:Qv,normal_fragment_maps:ex,normal_pars_fragment:tx,normal_pars_vertex:nx,normal_vertex:ix,normalmap_pars_fragment:sx,clearcoat_normal_fragment_begin:rx,clearcoat_normal_fragment_maps:ox,clearcoat_pars_fragment:ax,iridescence_pars_fragment:lx,opaque_fragment:cx,packing:hx,premultiplied_alpha_fragment:ux,project_vertex:dx,dithering_fragment:fx,dithering_pars_fragment:px,roughnessmap_fragment:mx,roughnessmap_pars_fragment:gx,shadowmap_pars_fragment:_x,shadowmap_pars_vertex:yx,shadowmap_vertex:vx,shadowmask_pars_fragment:xx,skinbase_vertex:bx,skinning_pars_vertex:Mx,skinning_vertex:Sx,skinnormal_vertex:wx,specularmap_fragment:Tx,specularmap_pars_fragment:Ex,tonemapping_fragment:Ax,tonemapping_pars_fragment:Rx,transmission_fragment:Cx,transmission_pars_fragment:Px,uv_pars_fragment:Lx,uv_pars_vertex:Ix,uv_vertex:Dx,worldpos_vertex:Nx,background_vert:Ox,background_frag:Ux,backgroundCube_vert:Fx,backgroundCube_frag:Bx,cube_vert:kx,cube_frag:zx,depth_vert:Hx,depth_frag:Vx,distance_vert:Gx,distance_frag:Wx,equirect_vert:Xx,equirect_frag:qx,linedashed_vert:Yx,linedashed_frag:jx,meshbasic_vert:$x,meshbasic_frag:Zx,meshlambert_vert:Kx,meshlambert_frag:Jx,meshmatcap_vert:Qx,meshmatcap_frag:eb,meshnormal_vert:tb,meshnormal_frag:nb,meshphong_vert:ib,meshphong_frag:sb,meshphysical_vert:rb,meshphysical_frag:ob,meshtoon_vert:ab,meshtoon_frag:lb,points_vert:cb,points_frag:hb,shadow_vert:ub,shadow_frag:db,sprite_vert:fb,sprite_frag:pb},me={common:{diffuse:{value:new le(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new Ce},alphaMap:{value:null},alphaMapTransform:{value:new Ce},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new Ce}},envmap:{envMap:{value:null},envMapRotation:{value:new Ce},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new Ce}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new Ce}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new Ce},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new Ce},normalScale:{value:new Ee(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new Ce},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new Ce}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new Ce}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new Ce}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new le(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new le(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new Ce},alphaTest:{value:0},uvTransform:{value:new Ce}},sprite:{diffuse:{value:new le(16777215)},opacity:{value:1},center:{value:new Ee(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new Ce},alphaMap:{value:null},alphaMapTransform:{value:new Ce},alphaTest:{value:0}}},hi={basic:{uniforms:rn([me.common,me.specularmap,me.envmap,me.aomap,me.lightmap,me.fog]),vertexShader:He.meshbasic_vert,fragmentShader:He.meshbasic_frag},lambert:{uniforms:rn([me.common,me.specularmap,me.envmap,me.aomap,me.lightmap,me.emissivemap,me.bumpmap,me.normalmap,me.displacementmap,me.fog,me.lights,{emissive:{value:new le(0)},envMapIntensity:{value:1}}]),vertexShader:He.meshlambert_vert,fragmentShader:He.meshlambert_frag},phong:{uniforms:rn([me.common,me.specularmap,me.envmap,me.aomap,me.lightmap,me.emissivemap,me.bumpmap,me.normalmap,me.displacementmap,me.fog,me.lights,{emissive:{value:new le(0)},specular:{value:new le(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:He.meshphong_vert,fragmentShader:He.meshphong_frag},standard:{uniforms:rn([me.common,me.envmap,me.aomap,me.lightmap,me.emissivemap,me.bumpmap,me.normalmap,me.displacementmap,me.roughnessmap,me.metalnessmap,me.fog,me.lights,{emissive:{value:new le(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:He.meshphysical_vert,fragmentShader:He.meshphysical_frag},toon:{uniforms:rn([me.common,me.aomap,me.lightmap,me.emissivemap,me.bumpmap,me.normalmap,me.displacementmap,me.gradientmap,me.fog,me.lights,{emissive:{value:new le(0)}}]),vertexShader:He.meshtoon_vert,fragmentShader:He.meshtoon_frag},matcap:{uniforms:rn([me.common,me.bumpmap,me.normalmap,me.displacementmap,me.fog,{matcap:{value:null}}]),vertexShader:He.meshmatcap_vert,fragmentShader:He.meshmatcap_frag},points:{uniforms:rn([me.points,me.fog]),vertexShader:He.points_vert,fragmentShader:He.points_frag},dashed:{uniforms:rn([me.common,me.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:He.linedashed_vert,fragmentShader:He.linedashed_frag},depth:{uniforms:rn([me.common,me.displacementmap]),vertexShader:He.depth_vert,fragmentShader:He.depth_frag},normal:{uniforms:rn([me.common,me.bumpmap,me.normalmap,me.displacementmap,{opacity:{value:1}}]),vertexShader:He.meshnormal_vert,fragmentShader:He.meshnormal_frag},sprite:{uniforms:rn([me.sprite,me.fog]),vertexShader:He.sprite_vert,fragmentShader:He.sprite_frag},background:{uniforms:{uvTransform:{value:new Ce},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:He.background_vert,fragmentShader:He.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new Ce}},vertexShader:He.backgroundCube_vert,fragmentShader:He.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:He.cube_vert,fragmentShader:He.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:He.equirect_vert,fragmentShader:He.equirect_frag},distance:{uniforms:rn([me.common,me.displacementmap,{referencePosition:{value:new S},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:He.distance_vert,fragmentShader:He.distance_frag},shadow:{uniforms:rn([me.lights,me.fog,{color:{value:new le(0)},opacity:{value:1}}]),vertexShader:He.shadow_vert,fragmentShader:He.shadow_frag}};hi.physical={uniforms:rn([hi.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new Ce},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new Ce},clearcoatNormalScale:{value:new Ee(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new Ce},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new Ce},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new Ce},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new Ce},sheen:{value:0},sheenColor:{value:new le(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new Ce},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new Ce},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new Ce},transmissionSamplerSize:{value:new Ee},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new Ce},attenuationDistance:{value:0},attenuationColor:{value:new le(0)},specularColor:{value:new le(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new Ce},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new Ce},anisotropyVector:{value:new Ee},anisotropyMap:{value:null},anisotropyMapTransform:{value:new Ce}}]),vertexShader:He.meshphysical_vert,fragmentShader:He.meshphysical_frag};var Kl={r:0,b:0,g:0},mb=new Se,Xm=new Ce;Xm.set(-1,0,0,0,1,0,0,0,1);function gb(s,e,t,n,i,r){let o=new le(0),a=i===!0?0:1,l,c,h=null,u=0,d=null;function f(v){let T=v.isScene===!0?v.background:null;if(T&&T.isTexture){let x=v.backgroundBlurriness>0;T=e.get(T,x)}return T}function m(v){let T=!1,x=f(v);x===null?p(o,a):x&&x.isColor&&(p(x,1),T=!0);let A=s.xr.getEnvironmentBlendMode();A==="additive"?t.buffers.color.setClear(0,0,0,1,r):A==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(s.autoClear||T)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),s.clear(s.autoClearColor,s.autoClearDepth,s.autoClearStencil))}function y(v,T){let x=f(T);x&&x.isCubeTexture?(c===void 0&&(c=new se(new Lt(1,1,1),new vn({name:"BackgroundCubeMaterial",uniforms:ks(hi.backgroundCube.uniforms),vertexShader:hi.backgroundCube.vertexShader,fragmentShader:hi.backgroundCube.fragmentShader,side:Ut,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(A,E,_){this.matrixWorld.copyPosition(_.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=x,c.material.uniforms.backgroundBlurriness.value=T.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=T.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(mb.makeRotationFromEuler(T.backgroundRotation)).transpose(),x.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(Xm),c.material.toneMapped=qe.getTransfer(x.colorSpace)!==at,(h!==x||u!==x.version||d!==s.toneMapping)&&(c.material.needsUpdate=!0,h=x,u=x.version,d=s.toneMapping),c.layers.enableAll(),v.unshift(c,c.geometry,c.material,0,0,null)):x&&x.isTexture&&(l===void 0&&(l=new se(new On(2,2),new vn({name:"BackgroundMaterial",uniforms:ks(hi.background.uniforms),vertexShader:hi.background.vertexShader,fragmentShader:hi.background.fragmentShader,side:oi,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=x,l.material.uniforms.backgroundIntensity.value=T.backgroundIntensity,l.material.toneMapped=qe.getTransfer(x.colorSpace)!==at,x.matrixAutoUpdate===!0&&x.updateMatrix(),l.material.uniforms.uvTransform.value.copy(x.matrix),(h!==x||u!==x.version||d!==s.toneMapping)&&(l.material.needsUpdate=!0,h=x,u=x.version,d=s.toneMapping),l.layers.enableAll(),v.unshift(l,l.geometry,l.material,0,0,null))}function p(v,T){v.getRGB(Kl,Ku(s)),t.buffers.color.setClear(Kl.r,Kl.g,Kl.b,T,r)}function g(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(v,T=1){o.set(v),a=T,p(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(v){a=v,p(o,a)},render:m,addToRenderList:y,dispose:g}}function _b(s,e){let t=s.getParameter(s.MAX_VERTEX_ATTRIBS),n={},i=d(null),r=i,o=!1;function a(N,U,W,L,H){let Y=!1,z=u(N,L,W,U);r!==z&&(r=z,c(r.object)),Y=f(N,L,W,H),Y&&m(N,L,W,H),H!==null&&e.update(H,s.ELEMENT_ARRAY_BUFFER),(Y||o)&&(o=!1,x(N,U,W,L),H!==null&&s.bindBuffer(s.ELEMENT_ARRAY_BUFFER,e.get(H).buffer))}function l(){return s.createVertexArray()}function c(N){return s.bindVertexArray(N)}function h(N){return s.deleteVertexArray(N)}function u(N,U,W,L){let H=L.wireframe===!0,Y=n[U.id];Y===void 0&&(Y={},n[U.id]=Y);let z=N.isInstancedMesh===!0?N.id:0,ne=Y[z];ne===void 0&&(ne={},Y[z]=ne);let V=ne[W.id];V===void 0&&(V={},ne[W.id]=V);let Q=V[H];return Q===void 0&&(Q=d(l()),V[H]=Q),Q}function d(N){let U=[],W=[],L=[];for(let H=0;H<t;H++)U[H]=0,W[H]=0,L[H]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:U,enabledAttributes:W,attributeDivisors:L,object:N,attributes:{},index:null}}function f(N,U,W,L){let H=r.attributes,Y=U.attributes,z=0,ne=W.getAttributes();for(let V in ne)if(ne[V].location>=0){let te=H[V],Me=Y[V];if(Me===void 0&&(V==="instanceMatrix"&&N.instanceMatrix&&(Me=N.instanceMatrix),V==="instanceColor"&&N.instanceColor&&(Me=N.instanceColor)),te===void 0||te.attribute!==Me||Me&&te.data!==Me.data)return!0;z++}return r.attributesNum!==z||r.index!==L}function m(N,U,W,L){let H={},Y=U.attributes,z=0,ne=W.getAttributes();for(let V in ne)if(ne[V].location>=0){let te=Y[V];te===void 0&&(V==="instanceMatrix"&&N.instanceMatrix&&(te=N.instanceMatrix),V==="instanceColor"&&N.instanceColor&&(te=N.instanceColor));let Me={};Me.attribute=te,te&&te.data&&(Me.data=te.data),H[V]=Me,z++}r.attributes=H,r.attributesNum=z,r.index=L}function y(){let N=r.newAttributes;for(let U=0,W=N.length;U<W;U++)N[U]=0}function p(N){g(N,0)}function g(N,U){let W=r.newAttributes,L=r.enabledAttributes,H=r.attributeDivisors;W[N]=1,L[N]===0&&(s.enableVertexAttribArray(N),L[N]=1),H[N]!==U&&(s.vertexAttribDivisor(N,U),H[N]=U)}function v(){let N=r.newAttributes,U=r.enabledAttributes;for(let W=0,L=U.length;W<L;W++)U[W]!==N[W]&&(s.disableVertexAttribArray(W),U[W]=0)}function T(N,U,W,L,H,Y,z){z===!0?s.vertexAttribIPointer(N,U,W,H,Y):s.vertexAttribPointer(N,U,W,L,H,Y)}function x(N,U,W,L){y();let H=L.attributes,Y=W.getAttributes(),z=U.defaultAttributeValues;for(let ne in Y){let V=Y[ne];if(V.location>=0){let Q=H[ne];if(Q===void 0&&(ne==="instanceMatrix"&&N.instanceMatrix&&(Q=N.instanceMatrix),ne==="instanceColor"&&N.instanceColor&&(Q=N.instanceColor)),Q!==void 0){let te=Q.normalized,Me=Q.itemSize,Fe=e.get(Q);if(Fe===void 0)continue;let $=Fe.buffer,_e=Fe.type,we=Fe.bytesPerElement,Oe=_e===s.INT||_e===s.UNSIGNED_INT||Q.gpuType===dl;if(Q.isInterleavedBufferAttribute){let ve=Q.data,ze=ve.isInterleavedBuffer===!0?ve.stride:ve.itemSize,wt=Q.offset;if(ve.isInstancedInterleavedBuffer||ve.isInstancedBufferAttribute){for(let Ue=0;Ue<V.locationSize;Ue++)g(V.location+Ue,ve.meshPerAttribute);N.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=ve.meshPerAttribute*ve.count)}else for(let Ue=0;Ue<V.locationSize;Ue++)p(V.location+Ue);s.bindBuffer(s.ARRAY_BUFFER,$);for(let Ue=0;Ue<V.locationSize;Ue++)T(V.location+Ue,Me/V.locationSize,_e,te,ze*we,(wt+Me/V.locationSize*Ue)*we,Oe)}else{if(Q.isInstancedBufferAttribute){for(let ve=0;ve<V.locationSize;ve++)g(V.location+ve,Q.meshPerAttribute);N.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=Q.meshPerAttribute*Q.count)}else for(let ve=0;ve<V.locationSize;ve++)p(V.location+ve);s.bindBuffer(s.ARRAY_BUFFER,$);for(let ve=0;ve<V.locationSize;ve++)T(V.location+ve,Me/V.locationSize,_e,te,Me*we,Me/V.locationSize*ve*we,Oe)}}else if(z!==void 0){let te=z[ne];if(te!==void 0)switch(te.length){case 2:s.vertexAttrib2fv(V.location,te);break;case 3:s.vertexAttrib3fv(V.location,te);break;case 4:s.vertexAttrib4fv(V.location,te);break;default:s.vertexAttrib1fv(V.location,te)}}}}v()}function A(){I();for(let N in n){let U=n[N];for(let W in U){let L=U[W];for(let H in L){let Y=L[H];for(let z in Y)h(Y[z].object),delete Y[z];delete L[H]}}delete n[N]}}function E(N){if(n[N.id]===void 0)return;let U=n[N.id];for(let W in U){let L=U[W];for(let H in L){let Y=L[H];for(let z in Y)h(Y[z].object),delete Y[z];delete L[H]}}delete n[N.id]}function _(N){for(let U in n){let W=n[U];for(let L in W){let H=W[L];if(H[N.id]===void 0)continue;let Y=H[N.id];for(let z in Y)h(Y[z].object),delete Y[z];delete H[N.id]}}}function w(N){for(let U in n){let W=n[U],L=N.isInstancedMesh===!0?N.id:0,H=W[L];if(H!==void 0){for(let Y in H){let z=H[Y];for(let ne in z)h(z[ne].object),delete z[ne];delete H[Y]}delete W[L],Object.keys(W).length===0&&delete n[U]}}}function I(){C(),o=!0,r!==i&&(r=i,c(r.object))}function C(){i.geometry=null,i.program=null,i.wireframe=!1}return{setup:a,reset:I,resetDefaultState:C,dispose:A,releaseStatesOfGeometry:E,releaseStatesOfObject:w,releaseStatesOfProgram:_,initAttributes:y,enableAttribute:p,disableUnusedAttributes:v}}function yb(s,e,t){let n;function i(l){n=l}function r(l,c){s.drawArrays(n,l,c),t.update(c,n,1)}function o(l,c,h){h!==0&&(s.drawArraysInstanced(n,l,c,h),t.update(c,n,h))}function a(l,c,h){if(h===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let d=0;for(let f=0;f<h;f++)d+=c[f];t.update(d,n,1)}this.setMode=i,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function vb(s,e,t,n){let i;function r(){if(i!==void 0)return i;if(e.has("EXT_texture_filter_anisotropic")===!0){let _=e.get("EXT_texture_filter_anisotropic");i=s.getParameter(_.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else i=0;return i}function o(_){return!(_!==Fn&&n.convert(_)!==s.getParameter(s.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(_){let w=_===Yn&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(_!==wn&&_!==mn&&!w&&n.convert(_)!==s.getParameter(s.IMPLEMENTATION_COLOR_READ_TYPE))}function l(_){if(_==="highp"){if(s.getShaderPrecisionFormat(s.VERTEX_SHADER,s.HIGH_FLOAT).precision>0&&s.getShaderPrecisionFormat(s.FRAGMENT_SHADER,s.HIGH_FLOAT).precision>0)return"highp";_="mediump"}return _==="mediump"&&s.getShaderPrecisionFormat(s.VERTEX_SHADER,s.MEDIUM_FLOAT).precision>0&&s.getShaderPrecisionFormat(s.FRAGMENT_SHADER,s.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",h=l(c);h!==c&&(De("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),d=t.logarithmicDepthBuffer===!0&&u===!1;t.reversedDepthBuffer===!0&&u===!1&&De("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&u===!0&&De("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=s.getParameter(s.MAX_TEXTURE_IMAGE_UNITS),m=s.getParameter(s.MAX_VERTEX_TEXTURE_IMAGE_UNITS),y=s.getParameter(s.MAX_TEXTURE_SIZE),p=s.getParameter(s.MAX_CUBE_MAP_TEXTURE_SIZE),g=s.getParameter(s.MAX_VERTEX_ATTRIBS),v=s.getParameter(s.MAX_VERTEX_UNIFORM_VECTORS),T=s.getParameter(s.MAX_VARYING_VECTORS),x=s.getParameter(s.MAX_FRAGMENT_UNIFORM_VECTORS),A=s.getParameter(s.MAX_SAMPLES),E=s.getParameter(s.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:u,maxTextures:f,maxVertexTextures:m,maxTextureSize:y,maxCubemapSize:p,maxAttributes:g,maxVertexUniforms:v,maxVaryings:T,maxFragmentUniforms:x,maxSamples:A,samples:E}}function xb(s){let e=this,t=null,n=0,i=!1,r=!1,o=new dn,a=new Ce,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||i;return i=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){t=h(u,d,0)},this.setState=function(u,d,f){let m=u.clippingPlanes,y=u.clipIntersection,p=u.clipShadows,g=s.get(u);if(!i||m===null||m.length===0||r&&!p)r?h(null):c();else{let v=r?0:n,T=v*4,x=g.clippingState||null;l.value=x,x=h(m,d,T,f);for(let A=0;A!==T;++A)x[A]=t[A];g.clippingState=x,this.numIntersection=y?this.numPlanes:0,this.numPlanes+=v}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=n>0),e.numPlanes=n,e.numIntersection=0}function h(u,d,f,m){let y=u!==null?u.length:0,p=null;if(y!==0){if(p=l.value,m!==!0||p===null){let g=f+y*4,v=d.matrixWorldInverse;a.getNormalMatrix(v),(p===null||p.length<g)&&(p=new Float32Array(g));for(let T=0,x=f;T!==y;++T,x+=4)o.copy(u[T]).applyMatrix4(v,a),o.normal.toArray(p,x),p[x+3]=o.constant}l.value=p,l.needsUpdate=!0}return e.numPlanes=y,e.numIntersection=0,p}}var Ho=class extends nn{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},i=[n,n,n,n,n,n];this.texture=new vo(i),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},i=new Lt(5,5,5),r=new vn({name:"CubemapFromEquirect",uniforms:ks(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Ut,blending:Ns});r.uniforms.tEquirect.value=t;let o=new se(i,r),a=t.minFilter;return t.minFilter===pn&&(t.minFilter=bt),new Dr(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,n=!0,i=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,n,i);e.setRenderTarget(r)}},Sm=256,bb=3,Mb=20,qm=256,Ym=16,Sb=3,wb=new S,Tb=new le,Vr=class s{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new Dr(1,10,null),this._boxMesh=new se(new Lt(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,i=100,r={}){let{size:o=256,position:a=wb}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);t>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,m=l.autoClearStencil,y=e.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,y===null&&(e.background=l.getClearColor(Tb));let p=new Dr(n,i,h);return p.position.copy(a),p.update(l,e),l.autoClear=u,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=m,e.background=y,t>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=Em(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Tm(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(Sm,ju(e))}_fromTexture(e,t){e.mapping===Us||e.mapping===Ur?this._setSize(e.image.length===0?Sm:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=wm(e,!1,!1),n=Math.log2(e)-bb;for(let i=0;i<=n;i++)t.texture.mipmaps.push({width:e>>i,height:e>>i});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=wm(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let i=this._boxMesh,r=this._cubeCamera;i.material=n,r.renderTarget=e,r.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),r.update(this._renderer,i),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===Us||e.mapping===Ur?(this._cubemapMaterial===null&&(this._cubemapMaterial=Em()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Tm()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=Eb(),this._integrationMaterial=Ab());let t=this._cubeSize,n=e.texture.mipmaps.length-1,i=this._ggxMaterial.uniforms;i.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/Ym);for(let o=0;o<=n;o++){let a=s.lodToRoughness(o,n);if(o>n-Sb)r.roughness.value=a,this._renderCube(e,o,this._integrationMaterial);else{let l=a>0?Math.log2(t)+.5*Math.log2(6/(qm*Math.pow(a,4)))+.5:0;i.roughness.value=a,i.lodBias.value=l,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=Rb());let n=this._blurMaterial,i=n.uniforms,r=this._sourceTarget;i.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,i.envMap.value=r.texture,this._renderCube(e,0,n),i.envMap.value=e.texture,this._renderCube(r,0,n)}};function wm(s,e,t){return new Ho(s,{minFilter:pn,generateMipmaps:e,type:Yn,colorSpace:Ct,depthBuffer:t})}function Vo(s,e,t){return new vn({name:s,uniforms:e,vertexShader:He.cube_vert,fragmentShader:t,side:Ut,blending:Ns,depthTest:!1,depthWrite:!1})}function Eb(){return Vo("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${qm}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Ab(){return Vo("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:Ym}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Rb(){return Vo("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${Mb}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function Tm(){return Vo("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function Em(){return Vo("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function Cb(s){let e=new WeakMap,t=new WeakMap,n=null;function i(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===Fr||f===hl)if(e.has(d)){let m=e.get(d).texture;return a(m,d.mapping)}else{let m=d.image;if(m&&m.height>0){let y=new Ho(m.height);return y.fromEquirectangularTexture(s,d),e.set(d,y),d.addEventListener("dispose",c),a(y.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,m=f===Fr||f===hl,y=f===Us||f===Ur;if(m||y){let p=t.get(d),g=p!==void 0?p.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==g)return n===null&&(n=new Vr(s)),p=m?n.fromEquirectangular(d,p):n.fromCubemap(d,p),p.texture.pmremVersion=d.pmremVersion,t.set(d,p),p.texture;if(p!==void 0)return p.texture;{let v=d.image;return m&&v&&v.height>0||y&&v&&l(v)?(n===null&&(n=new Vr(s)),p=m?n.fromEquirectangular(d):n.fromCubemap(d),p.texture.pmremVersion=d.pmremVersion,t.set(d,p),d.addEventListener("dispose",h),p.texture):null}}}return d}function a(d,f){return f===Fr?d.mapping=Us:f===hl&&(d.mapping=Ur),d}function l(d){let f=0,m=6;for(let y=0;y<m;y++)d[y]!==void 0&&f++;return f===m}function c(d){let f=d.target;f.removeEventListener("dispose",c);let m=e.get(f);m!==void 0&&(e.delete(f),m.dispose())}function h(d){let f=d.target;f.removeEventListener("dispose",h);let m=t.get(f);m!==void 0&&(t.delete(f),m.dispose())}function u(){e=new WeakMap,t=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:i,dispose:u}}function Pb(s){let e={};function t(n){if(e[n]!==void 0)return e[n];let i=s.getExtension(n);return e[n]=i,i}return{has:function(n){return t(n)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(n){let i=t(n);return i===null&&ws("WebGLRenderer: "+n+" extension not supported."),i}}}function Lb(s,e,t,n){let i={},r=new WeakMap,o=new FinalizationRegistry(m=>delete i[m]);function a(m){l(m.target)}function l(m){m.index!==null&&e.remove(m.index);for(let p in m.attributes)e.remove(m.attributes[p]);m.removeEventListener("dispose",a),delete i[m.id],o.unregister(m);let y=r.get(m);y&&(e.remove(y),r.delete(m)),n.releaseStatesOfGeometry(m),m.isInstancedBufferGeometry===!0&&delete m._maxInstanceCount,t.memory.geometries--}function c(m,y){return i[y.id]!==void 0||(y.addEventListener("dispose",a),i[y.id]=new WeakRef(y),o.register(y,y.id,y),t.memory.geometries++),y}function h(m){let y=m.attributes;for(let p in y)e.update(y[p],s.ARRAY_BUFFER)}function u(m){let y=m.index,p=m.attributes.position,g=0;if(p===void 0)return;let v=y!==null?y.array.length:p.array.length/3-1,T=p.count>=65535?$i:mo,x=new T(Math.ceil(v/3)*6,1),A=x.array;if(y!==null){let _=y.array;g=y.version;for(let w=0,I=0;w<v;w+=3){let C=_[w+0],N=_[w+1],U=_[w+2];A[I++]=C,A[I++]=N,A[I++]=N,A[I++]=U,A[I++]=U,A[I++]=C}}else{g=p.version;for(let _=0,w=0;_<v;_+=3){let I=_+0,C=_+1,N=_+2;A[w++]=I,A[w++]=C,A[w++]=C,A[w++]=N,A[w++]=N,A[w++]=I}}x.version=g;let E=r.get(m);E&&e.remove(E),r.set(m,x)}function d(m){let y=r.get(m);if(y){let p=m.index;p!==null&&y.version<p.version&&u(m)}else u(m);return r.get(m)}function f(){for(let m in i){let y=i[m].deref();y!==void 0&&l(y)}}return{get:c,update:h,getWireframeAttribute:d,dispose:f}}function Ib(s,e,t){let n;function i(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,d){s.drawElements(n,d,r,u*o),t.update(d,n,1)}function c(u,d,f){f!==0&&(s.drawElementsInstanced(n,d,r,u*o,f),t.update(d,n,f))}function h(u,d,f){if(f===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,u,0,f);let y=0;for(let p=0;p<f;p++)y+=d[p];t.update(y,n,1)}this.setMode=i,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function Db(s){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(t.calls++,o){case s.TRIANGLES:t.triangles+=a*(r/3);break;case s.LINES:t.lines+=a*(r/2);break;case s.LINE_STRIP:t.lines+=a*(r-1);break;case s.LINE_LOOP:t.lines+=a*r;break;case s.POINTS:t.points+=a*r;break;default:Be("WebGLInfo: Unknown draw mode:",o);break}}function i(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:i,update:n}}function Nb(s,e,t){let n=new WeakMap,i=new ct;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let I=function(){_.dispose(),n.delete(a),a.removeEventListener("dispose",I)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,m=a.morphAttributes.normal!==void 0,y=a.morphAttributes.color!==void 0,p=a.morphAttributes.position||[],g=a.morphAttributes.normal||[],v=a.morphAttributes.color||[],T=0;f===!0&&(T=1),m===!0&&(T=2),y===!0&&(T=3);let x=a.attributes.position.count*T,A=1;x>e.maxTextureSize&&(A=Math.ceil(x/e.maxTextureSize),x=e.maxTextureSize);let E=new Float32Array(x*A*4*u),_=new po(E,x,A,u);_.type=mn,_.needsUpdate=!0;let w=T*4;for(let C=0;C<u;C++){let N=p[C],U=g[C],W=v[C],L=x*A*4*C;for(let H=0;H<N.count;H++){let Y=H*w;f===!0&&(i.fromBufferAttribute(N,H),E[L+Y+0]=i.x,E[L+Y+1]=i.y,E[L+Y+2]=i.z,E[L+Y+3]=0),m===!0&&(i.fromBufferAttribute(U,H),E[L+Y+4]=i.x,E[L+Y+5]=i.y,E[L+Y+6]=i.z,E[L+Y+7]=0),y===!0&&(i.fromBufferAttribute(W,H),E[L+Y+8]=i.x,E[L+Y+9]=i.y,E[L+Y+10]=i.z,E[L+Y+11]=W.itemSize===4?i.w:1)}}d={count:u,texture:_,size:new Ee(x,A)},n.set(a,d),a.addEventListener("dispose",I)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(s,"morphTexture",o.morphTexture,t);else{let f=0;for(let y=0;y<c.length;y++)f+=c[y];let m=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(s,"morphTargetBaseInfluence",m),l.getUniforms().setValue(s,"morphTargetInfluences",c)}l.getUniforms().setValue(s,"morphTargetsTexture",d.texture,t),l.getUniforms().setValue(s,"morphTargetsTextureSize",d.size)}return{update:r}}function Ob(s,e,t,n,i){let r=new WeakMap;function o(c){let h=i.render.frame,u=c.geometry,d=e.get(c,u);if(r.get(d)!==h&&(e.update(d),r.set(d,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(t.update(c.instanceMatrix,s.ARRAY_BUFFER),c.instanceColor!==null&&t.update(c.instanceColor,s.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return d}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),t.remove(h.instanceMatrix),h.instanceColor!==null&&t.remove(h.instanceColor)}return{update:o,dispose:a}}var Ub={[Ru]:"LINEAR_TONE_MAPPING",[Cu]:"REINHARD_TONE_MAPPING",[Pu]:"CINEON_TONE_MAPPING",[Lu]:"ACES_FILMIC_TONE_MAPPING",[Du]:"AGX_TONE_MAPPING",[Lo]:"NEUTRAL_TONE_MAPPING",[Iu]:"CUSTOM_TONE_MAPPING"};function Fb(s,e,t,n,i,r){let o=new nn(e,t,{type:s,depthBuffer:i,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new Ze;h.setAttribute("position",new je([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new je([0,2,0,0,2,0],2));let u=new Qa({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),d=new se(h,u),f=new Sn(-1,1,1,-1,0,1),m=null,y=null,p=!1,g,v=null,T=[],x=!1;this.setSize=function(A,E){o.setSize(A,E),a!==null&&a.setSize(A,E),l!==null&&l.setSize(A,E);for(let _=0;_<T.length;_++){let w=T[_];w.setSize&&w.setSize(A,E)}},this.setEffects=function(A){T=A,x=T.length>0&&T[0].isRenderPass===!0;let E=o.width,_=o.height;T.length>0&&a===null&&(a=new nn(E,_,{type:Yn,depthBuffer:!1,stencilBuffer:!1}),l=new nn(E,_,{type:Yn,depthBuffer:!1,stencilBuffer:!1}));let w=i===!0&&T.some(I=>I.needsDepthTexture===!0);w!==(o.depthTexture!==null)&&(w===!0&&c===null&&(c=new Ai(E,_),r===!0&&(c.format=Oi,c.type=Bs)),o.dispose(),o.depthTexture=w?c:null,o.resolveDepthBuffer=w,o.storeMultisampledDepthBuffer=w);for(let I=0;I<T.length;I++){let C=T[I];C.setSize&&C.setSize(E,_),w&&C.needsDepthTexture===!0&&C.setDepthTexture&&C.setDepthTexture(c)}},this.begin=function(A,E){if(p||A.toneMapping===ai&&T.length===0)return!1;if(v=E,E!==null){let _=E.width,w=E.height;(o.width!==_||o.height!==w)&&this.setSize(_,w)}return x===!1&&A.setRenderTarget(o),g=A.toneMapping,A.toneMapping=ai,!0},this.hasRenderPass=function(){return x},this.end=function(A,E){A.toneMapping=g,p=!0;let _=o,w=a;for(let I=0;I<T.length;I++){let C=T[I];C.enabled!==!1&&(C.render(A,w,_,E),C.needsSwap!==!1&&(_=w,w=w===a?l:a))}if(m!==A.outputColorSpace||y!==A.toneMapping){m=A.outputColorSpace,y=A.toneMapping,u.defines={},qe.getTransfer(m)===at&&(u.defines.SRGB_TRANSFER="");let I=Ub[y];I&&(u.defines[I]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=_.texture,A.setRenderTarget(v),A.render(d,f),v=null,p=!1},this.isCompositing=function(){return p},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var jm=new Et,$m=new Ai(1,1),Zm=new bo(1),Km=new po,Jm=new ja,Qm=new vo,Am=[],Rm=[],Cm=new Float32Array(16),Pm=new Float32Array(9),Lm=new Float32Array(4);function Wr(s,e,t){let n=s[0];if(n<=0||n>0)return s;let i=e*t,r=Am[i];if(r===void 0&&(r=new Float32Array(i),Am[i]=r),e!==0){n.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,s[o].toArray(r,a)}return r}function Vt(s,e){if(s.length!==e.length)return!1;for(let t=0,n=s.length;t<n;t++)if(s[t]!==e[t])return!1;return!0}function Gt(s,e){for(let t=0,n=e.length;t<n;t++)s[t]=e[t]}function ec(s,e){let t=Rm[e];t===void 0&&(t=new Int32Array(e),Rm[e]=t);for(let n=0;n!==e;++n)t[n]=s.allocateTextureUnit();return t}function Bb(s,e){let t=this.cache;t[0]!==e&&(s.uniform1f(this.addr,e),t[0]=e)}function kb(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(s.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(Vt(t,e))return;s.uniform2fv(this.addr,e),Gt(t,e)}}function zb(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(s.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(s.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(Vt(t,e))return;s.uniform3fv(this.addr,e),Gt(t,e)}}function Hb(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(s.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(Vt(t,e))return;s.uniform4fv(this.addr,e),Gt(t,e)}}function Vb(s,e){let t=this.cache,n=e.elements;if(n===void 0){if(Vt(t,e))return;s.uniformMatrix2fv(this.addr,!1,e),Gt(t,e)}else{if(Vt(t,n))return;Lm.set(n),s.uniformMatrix2fv(this.addr,!1,Lm),Gt(t,n)}}function Gb(s,e){let t=this.cache,n=e.elements;if(n===void 0){if(Vt(t,e))return;s.uniformMatrix3fv(this.addr,!1,e),Gt(t,e)}else{if(Vt(t,n))return;Pm.set(n),s.uniformMatrix3fv(this.addr,!1,Pm),Gt(t,n)}}function Wb(s,e){let t=this.cache,n=e.elements;if(n===void 0){if(Vt(t,e))return;s.uniformMatrix4fv(this.addr,!1,e),Gt(t,e)}else{if(Vt(t,n))return;Cm.set(n),s.uniformMatrix4fv(this.addr,!1,Cm),Gt(t,n)}}function Xb(s,e){let t=this.cache;t[0]!==e&&(s.uniform1i(this.addr,e),t[0]=e)}function qb(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(s.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(Vt(t,e))return;s.uniform2iv(this.addr,e),Gt(t,e)}}function Yb(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(s.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(Vt(t,e))return;s.uniform3iv(this.addr,e),Gt(t,e)}}function jb(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(s.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(Vt(t,e))return;s.uniform4iv(this.addr,e),Gt(t,e)}}function $b(s,e){let t=this.cache;t[0]!==e&&(s.uniform1ui(this.addr,e),t[0]=e)}function Zb(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(s.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(Vt(t,e))return;s.uniform2uiv(this.addr,e),Gt(t,e)}}function Kb(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(s.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(Vt(t,e))return;s.uniform3uiv(this.addr,e),Gt(t,e)}}function Jb(s,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(s.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(Vt(t,e))return;s.uniform4uiv(this.addr,e),Gt(t,e)}}function tc(s){return s.version===0&&(s.compareFunction=Wu,s.needsUpdate=!0),s}function Qb(s,e,t){let n=this.cache,i=t.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i);let r;this.type===s.SAMPLER_2D_SHADOW?r=tc($m):r=jm,t.setTexture2D(e||r,i)}function eM(s,e,t){let n=this.cache,i=t.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i),t.setTexture3D(e||Jm,i)}function tM(s,e,t){let n=this.cache,i=t.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i);let r;this.type===s.SAMPLER_CUBE_SHADOW?r=tc(Zm):r=Qm,t.setTextureCube(e||r,i)}function nM(s,e,t){let n=this.cache,i=t.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i),t.setTexture2DArray(e||Km,i)}function iM(s){switch(s){case 5126:return Bb;case 35664:return kb;case 35665:return zb;case 35666:return Hb;case 35674:return Vb;case 35675:return Gb;case 35676:return Wb;case 5124:case 35670:return Xb;case 35667:case 35671:return qb;case 35668:case 35672:return Yb;case 35669:case 35673:return jb;case 5125:return $b;case 36294:return Zb;case 36295:return Kb;case 36296:return Jb;case 35678:case 36198:case 36298:case 36306:case 35682:return Qb;case 35679:case 36299:case 36307:return eM;case 35680:case 36300:case 36308:case 36293:return tM;case 36289:case 36303:case 36311:case 36292:return nM}}function sM(s,e){s.uniform1fv(this.addr,e)}function rM(s,e){let t=Wr(e,this.size,2);s.uniform2fv(this.addr,t)}function oM(s,e){let t=Wr(e,this.size,3);s.uniform3fv(this.addr,t)}function aM(s,e){let t=Wr(e,this.size,4);s.uniform4fv(this.addr,t)}function lM(s,e){let t=Wr(e,this.size,4);s.uniformMatrix2fv(this.addr,!1,t)}function cM(s,e){let t=Wr(e,this.size,9);s.uniformMatrix3fv(this.addr,!1,t)}function hM(s,e){let t=Wr(e,this.size,16);s.uniformMatrix4fv(this.addr,!1,t)}function uM(s,e){s.uniform1iv(this.addr,e)}function dM(s,e){s.uniform2iv(this.addr,e)}function fM(s,e){s.uniform3iv(this.addr,e)}function pM(s,e){s.uniform4iv(this.addr,e)}function mM(s,e){s.uniform1uiv(this.addr,e)}function gM(s,e){s.uniform2uiv(this.addr,e)}function _M(s,e){s.uniform3uiv(this.addr,e)}function yM(s,e){s.uniform4uiv(this.addr,e)}function vM(s,e,t){let n=this.cache,i=e.length,r=ec(t,i);Vt(n,r)||(s.uniform1iv(this.addr,r),Gt(n,r));let o;this.type===s.SAMPLER_2D_SHADOW?o=tc($m):o=jm;for(let a=0;a!==i;++a)t.setTexture2D(e[a]||o,r[a])}function xM(s,e,t){let n=this.cache,i=e.length,r=ec(t,i);Vt(n,r)||(s.uniform1iv(this.addr,r),Gt(n,r));for(let o=0;o!==i;++o)t.setTexture3D(e[o]||Jm,r[o])}function bM(s,e,t){let n=this.cache,i=e.length,r=ec(t,i);Vt(n,r)||(s.uniform1iv(this.addr,r),Gt(n,r));let o;this.type===s.SAMPLER_CUBE_SHADOW?o=tc(Zm):o=Qm;for(let a=0;a!==i;++a)t.setTextureCube(e[a]||o,r[a])}function MM(s,e,t){let n=this.cache,i=e.length,r=ec(t,i);Vt(n,r)||(s.uniform1iv(this.addr,r),Gt(n,r));for(let o=0;o!==i;++o)t.setTexture2DArray(e[o]||Km,r[o])}function SM(s){switch(s){case 5126:return sM;case 35664:return rM;case 35665:return oM;case 35666:return aM;case 35674:return lM;case 35675:return cM;case 35676:return hM;case 5124:case 35670:return uM;case 35667:case 35671:return dM;case 35668:case 35672:return fM;case 35669:case 35673:return pM;case 5125:return mM;case 36294:return gM;case 36295:return _M;case 36296:return yM;case 35678:case 36198:case 36298:case 36306:case 35682:return vM;case 35679:case 36299:case 36307:return xM;case 35680:case 36300:case 36308:case 36293:return bM;case 36289:case 36303:case 36311:case 36292:return MM}}var id=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=iM(t.type)}},sd=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=SM(t.type)}},rd=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let i=this.seq;for(let r=0,o=i.length;r!==o;++r){let a=i[r];a.setValue(e,t[a.id],n)}}},td=/(\w+)(\])?(\[|\.)?/g;function Im(s,e){s.seq.push(e),s.map[e.id]=e}function wM(s,e,t){let n=s.name,i=n.length;for(td.lastIndex=0;;){let r=td.exec(n),o=td.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===i){Im(t,c===void 0?new id(a,s,e):new sd(a,s,e));break}else{let u=t.map[a];u===void 0&&(u=new rd(a),Im(t,u)),t=u}}}var Hr=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=e.getActiveUniform(t,o),l=e.getUniformLocation(t,a.name);wM(a,l,this)}let i=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?i.push(o):r.push(o);i.length>0&&(this.seq=i.concat(r))}setValue(e,t,n,i){let r=this.map[t];r!==void 0&&r.setValue(e,n,i)}setOptional(e,t,n){let i=t[n];i!==void 0&&this.setValue(e,n,i)}static upload(e,t,n,i){for(let r=0,o=t.length;r!==o;++r){let a=t[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,i)}}static seqWithValue(e,t){let n=[];for(let i=0,r=e.length;i!==r;++i){let o=e[i];o.id in t&&n.push(o)}return n}};function Dm(s,e,t){let n=s.createShader(e);return s.shaderSource(n,t),s.compileShader(n),n}var TM=37297,EM=0;function AM(s,e){let t=s.split(`
`),n=[],i=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=i;o<r;o++){let a=o+1;n.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return n.join(`
`)}var Nm=new Ce;function RM(s){qe._getMatrix(Nm,qe.workingColorSpace,s);let e=`mat3( ${Nm.elements.map(t=>t.toFixed(4))} )`;switch(qe.getTransfer(s)){case uo:return[e,"LinearTransferOETF"];case at:return[e,"sRGBTransferOETF"];default:return De("WebGLProgram: Unsupported color space: ",s),[e,"LinearTransferOETF"]}}function Om(s,e,t){let n=s.getShaderParameter(e,s.COMPILE_STATUS),r=(s.getShaderInfoLog(e)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+r+`

`+AM(s.getShaderSource(e),a)}else return r}function CM(s,e){let t=RM(e);return[`vec4 ${s}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var PM={[Ru]:"Linear",[Cu]:"Reinhard",[Pu]:"Cineon",[Lu]:"ACESFilmic",[Du]:"AgX",[Lo]:"Neutral",[Iu]:"Custom"};function LM(s,e){let t=PM[e];return t===void 0?(De("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+s+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+s+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var Jl=new S;function IM(){qe.getLuminanceCoefficients(Jl);let s=Jl.x.toFixed(4),e=Jl.y.toFixed(4),t=Jl.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${s}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function DM(s){return[s.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",s.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(zo).join(`
`)}function NM(s){let e=[];for(let t in s){let n=s[t];n!==!1&&e.push("#define "+t+" "+n)}return e.join(`
`)}function OM(s,e){let t={},n=s.getProgramParameter(e,s.ACTIVE_ATTRIBUTES);for(let i=0;i<n;i++){let r=s.getActiveAttrib(e,i),o=r.name,a=1;r.type===s.FLOAT_MAT2&&(a=2),r.type===s.FLOAT_MAT3&&(a=3),r.type===s.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:s.getAttribLocation(e,o),locationSize:a}}return t}function zo(s){return s!==""}function Um(s,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return s.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function Fm(s,e){return s.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var UM=/^[ \t]*#include +<([\w\d./]+)>/gm;function od(s){return s.replace(UM,FM)}function FM(s,e){let t=He[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return od(t)}var BM=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Bm(s){return s.replace(BM,kM)}function kM(s,e,t,n){let i="";for(let r=parseInt(e);r<parseInt(t);r++)i+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return i}function km(s){let e=`precision ${s.precision} float;
	precision ${s.precision} int;
	precision ${s.precision} sampler2D;
	precision ${s.precision} samplerCube;
	precision ${s.precision} sampler3D;
	precision ${s.precision} sampler2DArray;
	precision ${s.precision} sampler2DShadow;
	precision ${s.precision} samplerCubeShadow;
	precision ${s.precision} sampler2DArrayShadow;
	precision ${s.precision} isampler2D;
	precision ${s.precision} isampler3D;
	precision ${s.precision} isamplerCube;
	precision ${s.precision} isampler2DArray;
	precision ${s.precision} usampler2D;
	precision ${s.precision} usampler3D;
	precision ${s.precision} usamplerCube;
	precision ${s.precision} usampler2DArray;
	`;return s.precision==="highp"?e+=`
#define HIGH_PRECISION`:s.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:s.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var zM={[Po]:"SHADOWMAP_TYPE_PCF",[Nr]:"SHADOWMAP_TYPE_VSM"};function HM(s){return zM[s.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var VM={[Ur]:"ENVMAP_MODE_REFRACTION"};function GM(s){return s.envMap===!1?"ENVMAP_MODE_REFLECTION":VM[s.envMapMode]||"ENVMAP_MODE_REFLECTION"}var WM={[cl]:"ENVMAP_BLENDING_MULTIPLY",[sm]:"ENVMAP_BLENDING_MIX",[rm]:"ENVMAP_BLENDING_ADD"};function XM(s){return s.envMap===!1?"ENVMAP_BLENDING_NONE":WM[s.combine]||"ENVMAP_BLENDING_NONE"}function qM(s,e,t,n){let i=s.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,l=HM(t),c=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=GM(t),u=XM(t),d=DM(t),f=NM(r),m=i.createProgram(),y,p,g=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(y=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(zo).join(`
`),y.length>0&&(y+=`
`),p=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(zo).join(`
`),p.length>0&&(p+=`
`)):(y=[km(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(zo).join(`
`),p=[km(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+h:"",t.envMap?"#define "+u:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==ai?"#define TONE_MAPPING":"",t.toneMapping!==ai?He.tonemapping_pars_fragment:"",t.toneMapping!==ai?LM("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",He.colorspace_pars_fragment,CM("linearToOutputTexel",t.outputColorSpace),IM(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(zo).join(`
`)),o=od(o),o=Um(o,t),o=Fm(o,t),a=od(a),a=Um(a,t),a=Fm(a,t),o=Bm(o),a=Bm(a),t.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,y=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+y,p=["#define varying in",t.glslVersion===qu?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===qu?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+p);let v=g+y+o,T=g+p+a,x=Dm(i,i.VERTEX_SHADER,v),A=Dm(i,i.FRAGMENT_SHADER,T);i.attachShader(m,x),i.attachShader(m,A),t.index0AttributeName!==void 0?i.bindAttribLocation(m,0,t.index0AttributeName):t.hasPositionAttribute===!0&&i.bindAttribLocation(m,0,"position"),i.linkProgram(m);function E(C){if(s.debug.checkShaderErrors){let N=i.getProgramInfoLog(m)||"",U=i.getShaderInfoLog(x)||"",W=i.getShaderInfoLog(A)||"",L=N.trim(),H=U.trim(),Y=W.trim(),z=!0,ne=!0;if(i.getProgramParameter(m,i.LINK_STATUS)===!1)if(z=!1,typeof s.debug.onShaderError=="function")s.debug.onShaderError(i,m,x,A);else{let V=Om(i,x,"vertex"),Q=Om(i,A,"fragment");Be("WebGLProgram: Shader Error "+i.getError()+" - VALIDATE_STATUS "+i.getProgramParameter(m,i.VALIDATE_STATUS)+`

Material Name: `+C.name+`
Material Type: `+C.type+`

Program Info Log: `+L+`
`+V+`
`+Q)}else L!==""?De("WebGLProgram: Program Info Log:",L):(H===""||Y==="")&&(ne=!1);ne&&(C.diagnostics={runnable:z,programLog:L,vertexShader:{log:H,prefix:y},fragmentShader:{log:Y,prefix:p}})}i.deleteShader(x),i.deleteShader(A),_=new Hr(i,m),w=OM(i,m)}let _;this.getUniforms=function(){return _===void 0&&E(this),_};let w;this.getAttributes=function(){return w===void 0&&E(this),w};let I=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return I===!1&&(I=i.getProgramParameter(m,TM)),I},this.destroy=function(){n.releaseStatesOfProgram(this),i.deleteProgram(m),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=EM++,this.cacheKey=e,this.usedTimes=1,this.program=m,this.vertexShader=x,this.fragmentShader=A,this}var YM=0,ad=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let i=this._getShaderCacheForMaterial(e);return i.has(t)===!1&&(i.add(t),t.usedTimes++),i.has(n)===!1&&(i.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let n of t)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new ld(e),t.set(e,n)),n}},ld=class{constructor(e){this.id=YM++,this.code=e,this.usedTimes=0}};function jM(s){return s===rs||s===Uo||s===Fo}function $M(s,e,t,n,i,r){let o=new Sr,a=new ad,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(_){return l.add(_),_===0?"uv":`uv${_}`}function m(_,w,I,C,N,U){let W=C.fog,L=N.geometry,H=_.isMeshStandardMaterial||_.isMeshLambertMaterial||_.isMeshPhongMaterial?C.environment:null,Y=_.isMeshStandardMaterial||_.isMeshLambertMaterial&&!_.envMap||_.isMeshPhongMaterial&&!_.envMap,z=e.get(_.envMap||H,Y),ne=d[_.type],V=n.precision;_.precision!==null&&(V=n.getMaxPrecision(_.precision),V!==_.precision&&De("WebGLProgram.getParameters:",_.precision,"not supported, using",V,"instead."));let Q=L.morphAttributes.position||L.morphAttributes.normal||L.morphAttributes.color,te=Q!==void 0?Q.length:0,Me=0;L.morphAttributes.position!==void 0&&(Me=1),L.morphAttributes.normal!==void 0&&(Me=2),L.morphAttributes.color!==void 0&&(Me=3);let Fe,$,_e,we;if(ne){let ye=hi[ne];Fe=ye.vertexShader,$=ye.fragmentShader}else{Fe=_.vertexShader,$=_.fragmentShader;let ye=a.getVertexShaderStage(_),it=a.getFragmentShaderStage(_);a.update(_,ye,it),_e=ye.id,we=it.id}let Oe=s.getRenderTarget(),ve=s.state.buffers.depth.getReversed(),ze=N.isInstancedMesh===!0,wt=N.isBatchedMesh===!0,Ue=!!_.map,tt=!!_.matcap,ot=!!z,Xe=ot&&z.isPMREMTexture===!0,Ft=!!_.aoMap,Rt=!!_.lightMap,jt=!!_.bumpMap&&_.wireframe===!1,pt=!!_.normalMap,An=!!_.displacementMap,Dt=!!_.emissiveMap,ln=!!_.metalnessMap,Rn=!!_.roughnessMap,gn=_.anisotropy>0,O=_.clearcoat>0,cn=_.diffuseRoughness>0,mt=_.dispersion>0,gt=_.retroreflectivity>0,ge=_.iridescence>0,Nt=_.sheen>0,Le=_.transmission>0,ke=gn&&!!_.anisotropyMap,R=O&&!!_.clearcoatMap,b=O&&!!_.clearcoatNormalMap,F=O&&!!_.clearcoatRoughnessMap,ie=cn&&!!_.diffuseRoughnessMap,J=ge&&!!_.iridescenceMap,ce=ge&&!!_.iridescenceThicknessMap,de=Nt&&!!_.sheenColorMap,j=Nt&&!!_.sheenRoughnessMap,K=!!_.specularMap,he=!!_.specularColorMap,P=!!_.specularIntensityMap,Z=Le&&!!_.transmissionMap,q=Le&&!!_.thicknessMap,ue=!!_.gradientMap,oe=!!_.alphaMap,ae=_.alphaTest>0,Ie=!!_.alphaHash,We=!!_.extensions,re=ai;_.toneMapped&&(Oe===null||Oe.isXRRenderTarget===!0)&&(re=s.toneMapping);let Ne=Xe?z.isCompressedCubeTexture?z.image[0].mipmaps:z.mipmaps:null,Ge={shaderID:ne,shaderType:_.type,shaderName:_.name,vertexShader:Fe,fragmentShader:$,defines:_.defines,customVertexShaderID:_e,customFragmentShaderID:we,isRawShaderMaterial:_.isRawShaderMaterial===!0,glslVersion:_.glslVersion,precision:V,batching:wt,batchingColor:wt&&N._colorsTexture!==null,instancing:ze,instancingColor:ze&&N.instanceColor!==null,instancingMorph:ze&&N.morphTexture!==null,outputColorSpace:Oe===null?s.outputColorSpace:Oe.isXRRenderTarget===!0?Oe.texture.colorSpace:qe.workingColorSpace,alphaToCoverage:!!_.alphaToCoverage,map:Ue,matcap:tt,envMap:ot,envMapMode:ot&&z.mapping,envMapPMREM:Xe,envMapMaxLod:Xe?Ne.length-1:null,envMapSize:Xe?Ne[0].width:null,aoMap:Ft,lightMap:Rt,bumpMap:jt,normalMap:pt,displacementMap:An,emissiveMap:Dt,normalMapObjectSpace:pt&&_.normalMapType===cm,normalMapTangentSpace:pt&&_.normalMapType===os,packedNormalMap:pt&&_.normalMapType===os&&jM(_.normalMap.format),metalnessMap:ln,roughnessMap:Rn,anisotropy:gn,anisotropyMap:ke,clearcoat:O,clearcoatMap:R,clearcoatNormalMap:b,clearcoatRoughnessMap:F,diffuseRoughness:cn,diffuseRoughnessMap:ie,dispersion:mt,retroreflection:gt,iridescence:ge,iridescenceMap:J,iridescenceThicknessMap:ce,sheen:Nt,sheenColorMap:de,sheenRoughnessMap:j,specularMap:K,specularColorMap:he,specularIntensityMap:P,transmission:Le,transmissionMap:Z,thicknessMap:q,gradientMap:ue,opaque:_.transparent===!1&&_.blending===Or&&_.alphaToCoverage===!1,alphaMap:oe,alphaTest:ae,alphaHash:Ie,combine:_.combine,mapUv:Ue&&f(_.map.channel),aoMapUv:Ft&&f(_.aoMap.channel),lightMapUv:Rt&&f(_.lightMap.channel),bumpMapUv:jt&&f(_.bumpMap.channel),normalMapUv:pt&&f(_.normalMap.channel),displacementMapUv:An&&f(_.displacementMap.channel),emissiveMapUv:Dt&&f(_.emissiveMap.channel),metalnessMapUv:ln&&f(_.metalnessMap.channel),roughnessMapUv:Rn&&f(_.roughnessMap.channel),anisotropyMapUv:ke&&f(_.anisotropyMap.channel),clearcoatMapUv:R&&f(_.clearcoatMap.channel),clearcoatNormalMapUv:b&&f(_.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:F&&f(_.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ie&&f(_.diffuseRoughnessMap.channel),iridescenceMapUv:J&&f(_.iridescenceMap.channel),iridescenceThicknessMapUv:ce&&f(_.iridescenceThicknessMap.channel),sheenColorMapUv:de&&f(_.sheenColorMap.channel),sheenRoughnessMapUv:j&&f(_.sheenRoughnessMap.channel),specularMapUv:K&&f(_.specularMap.channel),specularColorMapUv:he&&f(_.specularColorMap.channel),specularIntensityMapUv:P&&f(_.specularIntensityMap.channel),transmissionMapUv:Z&&f(_.transmissionMap.channel),thicknessMapUv:q&&f(_.thicknessMap.channel),alphaMapUv:oe&&f(_.alphaMap.channel),vertexTangents:!!L.attributes.tangent&&(pt||gn),vertexNormals:!!L.attributes.normal,vertexColors:_.vertexColors,vertexAlphas:_.vertexColors===!0&&!!L.attributes.color&&L.attributes.color.itemSize===4,pointsUvs:N.isPoints===!0&&!!L.attributes.uv&&(Ue||oe),fog:!!W,useFog:_.fog===!0,fogExp2:!!W&&W.isFogExp2,flatShading:_.wireframe===!1&&(_.flatShading===!0||L.attributes.normal===void 0&&pt===!1&&(_.isMeshLambertMaterial||_.isMeshPhongMaterial||_.isMeshStandardMaterial||_.isMeshPhysicalMaterial)),sizeAttenuation:_.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:ve,skinning:N.isSkinnedMesh===!0,hasPositionAttribute:L.attributes.position!==void 0,morphTargets:L.morphAttributes.position!==void 0,morphNormals:L.morphAttributes.normal!==void 0,morphColors:L.morphAttributes.color!==void 0,morphTargetsCount:te,morphTextureStride:Me,numSunLights:w.sun.length,numDirLights:w.directional.length,numPointLights:w.point.length,numSpotLights:w.spot.length,numSpotLightMaps:w.spotLightMap.length,numRectAreaLights:w.rectArea.length,numHemiLights:w.hemi.length,numSunLightShadows:w.sunShadowMap.length,numDirLightShadows:w.directionalShadowMap.length,numPointLightShadows:w.pointShadowMap.length,numSpotLightShadows:w.spotShadowMap.length,numSpotLightShadowsWithMaps:w.numSpotLightShadowsWithMaps,numLightProbes:w.numLightProbes,numLightProbeGrids:U.filter(ye=>ye.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:_.dithering,shadowMapEnabled:s.shadowMap.enabled&&I.length>0,shadowMapType:s.shadowMap.type,toneMapping:re,decodeVideoTexture:Ue&&_.map.isVideoTexture===!0&&qe.getTransfer(_.map.colorSpace)===at,decodeVideoTextureEmissive:Dt&&_.emissiveMap.isVideoTexture===!0&&qe.getTransfer(_.emissiveMap.colorSpace)===at,premultipliedAlpha:_.premultipliedAlpha,doubleSided:_.side===nt,flipSided:_.side===Ut,useDepthPacking:_.depthPacking>=0,depthPacking:_.depthPacking||0,index0AttributeName:_.index0AttributeName,extensionClipCullDistance:We&&_.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(We&&_.extensions.multiDraw===!0||wt)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:_.customProgramCacheKey()};return Ge.vertexUv1s=l.has(1),Ge.vertexUv2s=l.has(2),Ge.vertexUv3s=l.has(3),l.clear(),Ge}function y(_){let w=[];if(_.shaderID?w.push(_.shaderID):(w.push(_.customVertexShaderID),w.push(_.customFragmentShaderID)),_.defines!==void 0)for(let I in _.defines)w.push(I),w.push(_.defines[I]);return _.isRawShaderMaterial===!1&&(p(w,_),g(w,_),w.push(s.outputColorSpace)),w.push(_.customProgramCacheKey),w.join()}function p(_,w){_.push(w.precision),_.push(w.outputColorSpace),_.push(w.envMapMode),_.push(w.envMapPMREM),_.push(w.envMapMaxLod),_.push(w.envMapSize),_.push(w.mapUv),_.push(w.alphaMapUv),_.push(w.lightMapUv),_.push(w.aoMapUv),_.push(w.bumpMapUv),_.push(w.normalMapUv),_.push(w.displacementMapUv),_.push(w.emissiveMapUv),_.push(w.metalnessMapUv),_.push(w.roughnessMapUv),_.push(w.anisotropyMapUv),_.push(w.clearcoatMapUv),_.push(w.clearcoatNormalMapUv),_.push(w.clearcoatRoughnessMapUv),_.push(w.diffuseRoughnessMapUv),_.push(w.iridescenceMapUv),_.push(w.iridescenceThicknessMapUv),_.push(w.sheenColorMapUv),_.push(w.sheenRoughnessMapUv),_.push(w.specularMapUv),_.push(w.specularColorMapUv),_.push(w.specularIntensityMapUv),_.push(w.transmissionMapUv),_.push(w.thicknessMapUv),_.push(w.combine),_.push(w.fogExp2),_.push(w.sizeAttenuation),_.push(w.morphTargetsCount),_.push(w.numSunLights),_.push(w.numDirLights),_.push(w.numPointLights),_.push(w.numSpotLights),_.push(w.numSpotLightMaps),_.push(w.numHemiLights),_.push(w.numRectAreaLights),_.push(w.numSunLightShadows),_.push(w.numDirLightShadows),_.push(w.numPointLightShadows),_.push(w.numSpotLightShadows),_.push(w.numSpotLightShadowsWithMaps),_.push(w.numLightProbes),_.push(w.numLightProbeGrids),_.push(w.shadowMapType),_.push(w.toneMapping),_.push(w.numClippingPlanes),_.push(w.numClipIntersection),_.push(w.depthPacking)}function g(_,w){o.disableAll(),w.instancing&&o.enable(0),w.instancingColor&&o.enable(1),w.instancingMorph&&o.enable(2),w.matcap&&o.enable(3),w.envMap&&o.enable(4),w.normalMapObjectSpace&&o.enable(5),w.normalMapTangentSpace&&o.enable(6),w.clearcoat&&o.enable(7),w.iridescence&&o.enable(8),w.alphaTest&&o.enable(9),w.vertexColors&&o.enable(10),w.vertexAlphas&&o.enable(11),w.vertexUv1s&&o.enable(12),w.vertexUv2s&&o.enable(13),w.vertexUv3s&&o.enable(14),w.vertexTangents&&o.enable(15),w.anisotropy&&o.enable(16),w.alphaHash&&o.enable(17),w.batching&&o.enable(18),w.dispersion&&o.enable(19),w.retroreflection&&o.enable(24),w.diffuseRoughness&&o.enable(25),w.batchingColor&&o.enable(20),w.gradientMap&&o.enable(21),w.packedNormalMap&&o.enable(22),w.vertexNormals&&o.enable(23),_.push(o.mask),o.disableAll(),w.fog&&o.enable(0),w.useFog&&o.enable(1),w.flatShading&&o.enable(2),w.logarithmicDepthBuffer&&o.enable(3),w.reversedDepthBuffer&&o.enable(4),w.skinning&&o.enable(5),w.morphTargets&&o.enable(6),w.morphNormals&&o.enable(7),w.morphColors&&o.enable(8),w.premultipliedAlpha&&o.enable(9),w.shadowMapEnabled&&o.enable(10),w.doubleSided&&o.enable(11),w.flipSided&&o.enable(12),w.useDepthPacking&&o.enable(13),w.dithering&&o.enable(14),w.transmission&&o.enable(15),w.sheen&&o.enable(16),w.opaque&&o.enable(17),w.pointsUvs&&o.enable(18),w.decodeVideoTexture&&o.enable(19),w.decodeVideoTextureEmissive&&o.enable(20),w.alphaToCoverage&&o.enable(21),w.numLightProbeGrids>0&&o.enable(22),w.hasPositionAttribute&&o.enable(23),_.push(o.mask)}function v(_){let w=d[_.type],I;if(w){let C=hi[w];I=Zl.clone(C.uniforms)}else I=_.uniforms;return I}function T(_,w){let I=h.get(w);return I!==void 0?++I.usedTimes:(I=new qM(s,w,_,i),c.push(I),h.set(w,I)),I}function x(_){if(--_.usedTimes===0){let w=c.indexOf(_);c[w]=c[c.length-1],c.pop(),h.delete(_.cacheKey),_.destroy()}}function A(_){a.remove(_)}function E(){a.dispose()}return{getParameters:m,getProgramCacheKey:y,getUniforms:v,acquireProgram:T,releaseProgram:x,releaseShaderCache:A,programs:c,dispose:E}}function ZM(){let s=new WeakMap;function e(o){return s.has(o)}function t(o){let a=s.get(o);return a===void 0&&(a={},s.set(o,a)),a}function n(o){s.delete(o)}function i(o,a,l){s.get(o)[a]=l}function r(){s=new WeakMap}return{has:e,get:t,remove:n,update:i,dispose:r}}function KM(s,e){return s.groupOrder!==e.groupOrder?s.groupOrder-e.groupOrder:s.renderOrder!==e.renderOrder?s.renderOrder-e.renderOrder:s.material.id!==e.material.id?s.material.id-e.material.id:s.materialVariant!==e.materialVariant?s.materialVariant-e.materialVariant:s.z!==e.z?s.z-e.z:s.id-e.id}function zm(s,e){return s.groupOrder!==e.groupOrder?s.groupOrder-e.groupOrder:s.renderOrder!==e.renderOrder?s.renderOrder-e.renderOrder:s.z!==e.z?e.z-s.z:s.id-e.id}function Hm(){let s=[],e=0,t=[],n=[],i=[];function r(){e=0,t.length=0,n.length=0,i.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,m,y,p,g){let v=s[e];return v===void 0?(v={id:d.id,object:d,geometry:f,material:m,materialVariant:o(d),groupOrder:y,renderOrder:d.renderOrder,z:p,group:g},s[e]=v):(v.id=d.id,v.object=d,v.geometry=f,v.material=m,v.materialVariant=o(d),v.groupOrder=y,v.renderOrder=d.renderOrder,v.z=p,v.group=g),e++,v}function l(d,f,m,y,p,g,v){v.reversedDepth===!0&&(p=-p);let T=a(d,f,m,y,p,g);m.transmission>0?n.push(T):m.transparent===!0?i.push(T):t.push(T)}function c(d,f,m,y,p,g){let v=a(d,f,m,y,p,g);m.transmission>0?n.unshift(v):m.transparent===!0?i.unshift(v):t.unshift(v)}function h(d,f){t.length>1&&t.sort(d||KM),n.length>1&&n.sort(f||zm),i.length>1&&i.sort(f||zm)}function u(){for(let d=e,f=s.length;d<f;d++){let m=s[d];if(m.id===null)break;m.id=null,m.object=null,m.geometry=null,m.material=null,m.group=null}}return{opaque:t,transmissive:n,transparent:i,init:r,push:l,unshift:c,finish:u,sort:h}}function JM(){let s=new WeakMap;function e(n,i){let r=s.get(n),o;return r===void 0?(o=new Hm,s.set(n,[o])):i>=r.length?(o=new Hm,r.push(o)):o=r[i],o}function t(){s=new WeakMap}return{get:e,dispose:t}}function QM(){let s={};return{get:function(e){if(s[e.id]!==void 0)return s[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new S,color:new le};break;case"SpotLight":t={position:new S,direction:new S,color:new le,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new S,color:new le,distance:0,decay:0};break;case"HemisphereLight":t={direction:new S,skyColor:new le,groundColor:new le};break;case"RectAreaLight":t={color:new le,position:new S,halfWidth:new S,halfHeight:new S};break}return s[e.id]=t,t}}}function eS(){let s={};return{get:function(e){if(s[e.id]!==void 0)return s[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ee};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ee};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ee,shadowCameraNear:1,shadowCameraFar:1e3};break}return s[e.id]=t,t}}}var tS=0;function nS(s,e){return(e.castShadow?2:0)-(s.castShadow?2:0)+(e.map?1:0)-(s.map?1:0)}function iS(s){let e=new QM,t=eS(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new S);let i=new S,r=new Se,o=new Se;function a(c){let h=0,u=0,d=0;for(let U=0;U<9;U++)n.probe[U].set(0,0,0);let f=0,m=0,y=0,p=0,g=0,v=0,T=0,x=0,A=0,E=0,_=0,w=0,I=0,C=0;c.sort(nS);for(let U=0,W=c.length;U<W;U++){let L=c[U],H=L.color,Y=L.intensity,z=L.distance,ne=null;if(L.shadow&&L.shadow.map&&(L.shadow.map.texture.format===rs?ne=L.shadow.map.texture:ne=L.shadow.map.depthTexture||L.shadow.map.texture),L.isAmbientLight)h+=H.r*Y,u+=H.g*Y,d+=H.b*Y;else if(L.isLightProbe){for(let V=0;V<9;V++)n.probe[V].addScaledVector(L.sh.coefficients[V],Y);C++}else if(L.isSunLight){let V=e.get(L);if(V.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let Q=L.shadow,te=t.get(L);te.shadowIntensity=Q.intensity,te.shadowBias=Q.bias,te.shadowNormalBias=Q.normalBias,te.shadowRadius=Q.radius,te.shadowMapSize.copy(Q.mapSize).multiply(Q.getFrameExtents()),n.sunShadow[m]=te,n.sunShadowMap[m]=ne;let Me=Q.getViewportCount();for(let Fe=0;Fe<Me;Fe++)n.sunShadowMatrix[y+Fe]=Q.getMatrix(Fe),n.sunShadowCascade[y+Fe]=Q._cascadeData[Fe];y+=Me,m++}n.sun[f]=V,f++}else if(L.isDirectionalLight){let V=e.get(L);if(V.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let Q=L.shadow,te=t.get(L);te.shadowIntensity=Q.intensity,te.shadowBias=Q.bias,te.shadowNormalBias=Q.normalBias,te.shadowRadius=Q.radius,te.shadowMapSize=Q.mapSize,n.directionalShadow[p]=te,n.directionalShadowMap[p]=ne,n.directionalShadowMatrix[p]=L.shadow.matrix,A++}n.directional[p]=V,p++}else if(L.isSpotLight){let V=e.get(L);V.position.setFromMatrixPosition(L.matrixWorld),V.color.copy(H).multiplyScalar(Y),V.distance=z,V.coneCos=Math.cos(L.angle),V.penumbraCos=Math.cos(L.angle*(1-L.penumbra)),V.decay=L.decay,n.spot[v]=V;let Q=L.shadow;if(L.map&&(n.spotLightMap[w]=L.map,w++,Q.updateMatrices(L),L.castShadow&&I++),n.spotLightMatrix[v]=Q.matrix,L.castShadow){let te=t.get(L);te.shadowIntensity=Q.intensity,te.shadowBias=Q.bias,te.shadowNormalBias=Q.normalBias,te.shadowRadius=Q.radius,te.shadowMapSize=Q.mapSize,n.spotShadow[v]=te,n.spotShadowMap[v]=ne,_++}v++}else if(L.isRectAreaLight){let V=e.get(L);V.color.copy(H).multiplyScalar(Y),V.halfWidth.set(L.width*.5,0,0),V.halfHeight.set(0,L.height*.5,0),n.rectArea[T]=V,T++}else if(L.isPointLight){let V=e.get(L);if(V.color.copy(L.color).multiplyScalar(L.intensity),V.distance=L.distance,V.decay=L.decay,L.castShadow){let Q=L.shadow,te=t.get(L);te.shadowIntensity=Q.intensity,te.shadowBias=Q.bias,te.shadowNormalBias=Q.normalBias,te.shadowRadius=Q.radius,te.shadowMapSize=Q.mapSize,te.shadowCameraNear=Q.camera.near,te.shadowCameraFar=Q.camera.far,n.pointShadow[g]=te,n.pointShadowMap[g]=ne,n.pointShadowMatrix[g]=L.shadow.matrix,E++}n.point[g]=V,g++}else if(L.isHemisphereLight){let V=e.get(L);V.skyColor.copy(L.color).multiplyScalar(Y),V.groundColor.copy(L.groundColor).multiplyScalar(Y),n.hemi[x]=V,x++}}T>0&&(s.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=me.LTC_FLOAT_1,n.rectAreaLTC2=me.LTC_FLOAT_2):(n.rectAreaLTC1=me.LTC_HALF_1,n.rectAreaLTC2=me.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let N=n.hash;(N.sunLength!==f||N.directionalLength!==p||N.pointLength!==g||N.spotLength!==v||N.rectAreaLength!==T||N.hemiLength!==x||N.numSunShadows!==m||N.numDirectionalShadows!==A||N.numPointShadows!==E||N.numSpotShadows!==_||N.numSpotMaps!==w||N.numLightProbes!==C)&&(n.sun.length=f,n.directional.length=p,n.spot.length=v,n.rectArea.length=T,n.point.length=g,n.hemi.length=x,n.sunShadow.length=m,n.sunShadowMap.length=m,n.sunShadowMatrix.length=y,n.sunShadowCascade.length=y,n.directionalShadow.length=A,n.directionalShadowMap.length=A,n.directionalShadowMatrix.length=A,n.pointShadow.length=E,n.pointShadowMap.length=E,n.pointShadowMatrix.length=E,n.spotShadow.length=_,n.spotShadowMap.length=_,n.spotLightMatrix.length=_+w-I,n.spotLightMap.length=w,n.numSpotLightShadowsWithMaps=I,n.numLightProbes=C,N.sunLength=f,N.directionalLength=p,N.pointLength=g,N.spotLength=v,N.rectAreaLength=T,N.hemiLength=x,N.numSunShadows=m,N.numDirectionalShadows=A,N.numPointShadows=E,N.numSpotShadows=_,N.numSpotMaps=w,N.numLightProbes=C,n.version=tS++)}function l(c,h){let u=0,d=0,f=0,m=0,y=0,p=0,g=h.matrixWorldInverse;for(let v=0,T=c.length;v<T;v++){let x=c[v];if(x.isSunLight){let A=n.sun[u];A.direction.setFromMatrixPosition(x.matrixWorld),A.direction.transformDirection(g),u++}else if(x.isDirectionalLight){let A=n.directional[d];A.direction.setFromMatrixPosition(x.matrixWorld),i.setFromMatrixPosition(x.target.matrixWorld),A.direction.sub(i),A.direction.transformDirection(g),d++}else if(x.isSpotLight){let A=n.spot[m];A.position.setFromMatrixPosition(x.matrixWorld),A.position.applyMatrix4(g),A.direction.setFromMatrixPosition(x.matrixWorld),i.setFromMatrixPosition(x.target.matrixWorld),A.direction.sub(i),A.direction.transformDirection(g),m++}else if(x.isRectAreaLight){let A=n.rectArea[y];A.position.setFromMatrixPosition(x.matrixWorld),A.position.applyMatrix4(g),o.identity(),r.copy(x.matrixWorld),r.premultiply(g),o.extractRotation(r),A.halfWidth.set(x.width*.5,0,0),A.halfHeight.set(0,x.height*.5,0),A.halfWidth.applyMatrix4(o),A.halfHeight.applyMatrix4(o),y++}else if(x.isPointLight){let A=n.point[f];A.position.setFromMatrixPosition(x.matrixWorld),A.position.applyMatrix4(g),f++}else if(x.isHemisphereLight){let A=n.hemi[p];A.direction.setFromMatrixPosition(x.matrixWorld),A.direction.transformDirection(g),p++}}}return{setup:a,setupView:l,state:n}}function Vm(s){let e=new iS(s),t=[],n=[],i=[];function r(u){h.camera=u,t.length=0,n.length=0,i.length=0}function o(u){u.isLightProbeGrid?i.push(u):t.push(u)}function a(u){n.push(u)}function l(){e.setup(t),i.sort((u,d)=>u.priority-d.priority||u.id-d.id)}function c(u){e.setupView(t,u)}let h={lightsArray:t,shadowsArray:n,lightProbeGridArray:i,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function sS(s){let e=new WeakMap;function t(i,r=0){let o=e.get(i),a;return o===void 0?(a=new Vm(s),e.set(i,[a])):r>=o.length?(a=new Vm(s),o.push(a)):a=o[r],a}function n(){e=new WeakMap}return{get:t,dispose:n}}var rS=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,oS=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,aS=[new S(1,0,0),new S(-1,0,0),new S(0,1,0),new S(0,-1,0),new S(0,0,1),new S(0,0,-1)],lS=[new S(0,-1,0),new S(0,-1,0),new S(0,0,1),new S(0,0,-1),new S(0,-1,0),new S(0,-1,0)],Gm=new Se,ko=new S,nd=new S;function cS(s,e,t){let n=new Ki,i=new Ee,r=new Ee,o=new ct,a=new el,l=new tl,c={},h=t.maxTextureSize,u={[oi]:Ut,[Ut]:oi,[nt]:nt},d=new vn({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new Ee},radius:{value:4}},vertexShader:rS,fragmentShader:oS}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let m=new Ze;m.setAttribute("position",new Qe(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let y=new se(m,d),p=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Po;let g=this.type;this.render=function(E,_,w){if(p.enabled===!1||p.autoUpdate===!1&&p.needsUpdate===!1||E.length===0)return;this.type===kp&&(De("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Po);let I=s.getRenderTarget(),C=s.getActiveCubeFace(),N=s.getActiveMipmapLevel(),U=s.state;U.setBlending(Ns),U.buffers.depth.getReversed()===!0?U.buffers.color.setClear(0,0,0,0):U.buffers.color.setClear(1,1,1,1),U.buffers.depth.setTest(!0),U.setScissorTest(!1);let W=g!==this.type;W&&_.traverse(function(L){L.material&&(Array.isArray(L.material)?L.material.forEach(H=>H.needsUpdate=!0):L.material.needsUpdate=!0)});for(let L=0,H=E.length;L<H;L++){let Y=E[L],z=Y.shadow;if(z===void 0){De("WebGLShadowMap:",Y,"has no shadow.");continue}if(z.autoUpdate===!1&&z.needsUpdate===!1)continue;i.copy(z.mapSize);let ne=z.getFrameExtents();i.multiply(ne),r.copy(z.mapSize),(i.x>h||i.y>h)&&(i.x>h&&(r.x=Math.floor(h/ne.x),i.x=r.x*ne.x,z.mapSize.x=r.x),i.y>h&&(r.y=Math.floor(h/ne.y),i.y=r.y*ne.y,z.mapSize.y=r.y));let V=s.state.buffers.depth.getReversed();if(z.camera._reversedDepth=V,z.map===null||W===!0){if(z.map!==null&&(z.map.depthTexture!==null&&(z.map.depthTexture.dispose(),z.map.depthTexture=null),z.map.dispose()),this.type===Nr){if(Y.isPointLight){De("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}z.map=new nn(i.x,i.y,{format:rs,type:Yn,minFilter:bt,magFilter:bt,generateMipmaps:!1}),z.map.texture.name=Y.name+".shadowMap",z.map.depthTexture=new Ai(i.x,i.y,mn),z.map.depthTexture.name=Y.name+".shadowMapDepth",z.map.depthTexture.format=Ti,z.map.depthTexture.compareFunction=null,z.map.depthTexture.minFilter=Ot,z.map.depthTexture.magFilter=Ot}else Y.isPointLight?(z.map=new Ho(i.x),z.map.depthTexture=new bo(i.x,qn)):(z.map=new nn(i.x,i.y),z.map.depthTexture=new Ai(i.x,i.y,qn)),z.map.depthTexture.name=Y.name+".shadowMap",z.map.depthTexture.format=Ti,this.type===Po?(z.map.depthTexture.compareFunction=V?Gu:Vu,z.map.depthTexture.minFilter=bt,z.map.depthTexture.magFilter=bt):(z.map.depthTexture.compareFunction=null,z.map.depthTexture.minFilter=Ot,z.map.depthTexture.magFilter=Ot);z.camera.updateProjectionMatrix()}z.map.isWebGLCubeRenderTarget!==!0&&(z.map.width!==i.x||z.map.height!==i.y)&&z.map.setSize(i.x,i.y);let Q=z.map.isWebGLCubeRenderTarget?6:z.getViewportCount();Y.isPointLight!==!0&&z.updateMatrices(Y,w);let te=(z.camera.layers.mask&4294967294)!==0?z.camera.layers:w.layers;for(let Me=0;Me<Q;Me++){let Fe=z.getCamera(Me);if(Y.isPointLight){let $=z.camera,_e=z.matrix,we=Y.distance||$.far;we!==$.far&&($.far=we,$.updateProjectionMatrix()),ko.setFromMatrixPosition(Y.matrixWorld),$.position.copy(ko),nd.copy($.position),nd.add(aS[Me]),$.up.copy(lS[Me]),$.lookAt(nd),$.updateMatrixWorld(),_e.makeTranslation(-ko.x,-ko.y,-ko.z),Gm.multiplyMatrices($.projectionMatrix,$.matrixWorldInverse),z._frustum.setFromProjectionMatrix(Gm,$.coordinateSystem,$.reversedDepth)}if(z.map.isWebGLCubeRenderTarget)s.setRenderTarget(z.map,Me),s.clear();else{Me===0&&(s.setRenderTarget(z.map),s.clear());let $=z.getViewport(Me);o.set(r.x*$.x,r.y*$.y,r.x*$.z,r.y*$.w),U.viewport(o)}n=z.getFrustum(Me),x(_,w,Fe,Y,te,this.type)}z.isPointLightShadow!==!0&&this.type===Nr&&v(z,w),z.needsUpdate=!1}g=this.type,p.needsUpdate=!1,s.setRenderTarget(I,C,N)};function v(E,_){let w=e.update(y);d.defines.VSM_SAMPLES!==E.blurSamples&&(d.defines.VSM_SAMPLES=E.blurSamples,f.defines.VSM_SAMPLES=E.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),E.mapPass===null?E.mapPass=new nn(i.x,i.y,{format:rs,type:Yn}):(E.mapPass.width!==E.map.width||E.mapPass.height!==E.map.height)&&E.mapPass.setSize(E.map.width,E.map.height),d.uniforms.shadow_pass.value=E.map.depthTexture,d.uniforms.resolution.value.set(E.map.width,E.map.height),d.uniforms.radius.value=E.radius,s.setRenderTarget(E.mapPass),s.clear(),s.renderBufferDirect(_,null,w,d,y,null),f.uniforms.shadow_pass.value=E.mapPass.texture,f.uniforms.resolution.value.set(E.map.width,E.map.height),f.uniforms.radius.value=E.radius,s.setRenderTarget(E.map),s.clear(),s.renderBufferDirect(_,null,w,f,y,null)}function T(E,_,w,I){let C=null,N=w.isPointLight===!0?E.customDistanceMaterial:E.customDepthMaterial;if(N!==void 0)C=N;else if(C=w.isPointLight===!0?l:a,s.localClippingEnabled&&_.clipShadows===!0&&Array.isArray(_.clippingPlanes)&&_.clippingPlanes.length!==0||_.displacementMap&&_.displacementScale!==0||_.alphaMap&&_.alphaTest>0||_.map&&_.alphaTest>0||_.alphaToCoverage===!0){let U=C.uuid,W=_.uuid,L=c[U];L===void 0&&(L={},c[U]=L);let H=L[W];H===void 0&&(H=C.clone(),L[W]=H,_.addEventListener("dispose",A)),C=H}if(C.visible=_.visible,C.wireframe=_.wireframe,I===Nr?C.side=_.shadowSide!==null?_.shadowSide:_.side:C.side=_.shadowSide!==null?_.shadowSide:u[_.side],C.alphaMap=_.alphaMap,C.alphaTest=_.alphaToCoverage===!0?.5:_.alphaTest,C.map=_.map,C.clipShadows=_.clipShadows,C.clippingPlanes=_.clippingPlanes,C.clipIntersection=_.clipIntersection,C.displacementMap=_.displacementMap,C.displacementScale=_.displacementScale,C.displacementBias=_.displacementBias,C.wireframeLinewidth=_.wireframeLinewidth,C.linewidth=_.linewidth,w.isPointLight===!0&&C.isMeshDistanceMaterial===!0){let U=s.properties.get(C);U.light=w}return C}function x(E,_,w,I,C,N){if(E.visible===!1)return;if(E.layers.test(C)&&(E.isMesh||E.isLine||E.isPoints)&&(E.castShadow||E.receiveShadow&&N===Nr)&&(!E.frustumCulled||E.intersectsFrustum(n))){E.modelViewMatrix.multiplyMatrices(w.matrixWorldInverse,E.matrixWorld);let L=e.update(E),H=E.material;if(Array.isArray(H)){let Y=L.groups;for(let z=0,ne=Y.length;z<ne;z++){let V=Y[z],Q=H[V.materialIndex];if(Q&&Q.visible){let te=T(E,Q,I,N);E.onBeforeShadow(s,E,_,w,L,te,V),s.renderBufferDirect(w,null,L,te,E,V),E.onAfterShadow(s,E,_,w,L,te,V)}}}else if(H.visible){let Y=T(E,H,I,N);E.onBeforeShadow(s,E,_,w,L,Y,null),s.renderBufferDirect(w,null,L,Y,E,null),E.onAfterShadow(s,E,_,w,L,Y,null)}}let W=E.children;for(let L=0,H=W.length;L<H;L++)x(W[L],_,w,I,C,N)}function A(E){E.target.removeEventListener("dispose",A);for(let w in c){let I=c[w],C=E.target.uuid;C in I&&(I[C].dispose(),delete I[C])}}}function hS(s,e){function t(){let P=!1,Z=new ct,q=null,ue=new ct(0,0,0,0);return{setMask:function(oe){q!==oe&&!P&&(s.colorMask(oe,oe,oe,oe),q=oe)},setLocked:function(oe){P=oe},setClear:function(oe,ae,Ie,We,re){re===!0&&(oe*=We,ae*=We,Ie*=We),Z.set(oe,ae,Ie,We),ue.equals(Z)===!1&&(s.clearColor(oe,ae,Ie,We),ue.copy(Z))},reset:function(){P=!1,q=null,ue.set(-1,0,0,0)}}}function n(){let P=!1,Z=!1,q=null,ue=null,oe=null;return{setReversed:function(ae){if(Z!==ae){let Ie=e.get("EXT_clip_control");ae?Ie.clipControlEXT(Ie.LOWER_LEFT_EXT,Ie.ZERO_TO_ONE_EXT):Ie.clipControlEXT(Ie.LOWER_LEFT_EXT,Ie.NEGATIVE_ONE_TO_ONE_EXT),Z=ae;let We=oe;oe=null,this.setClear(We)}},getReversed:function(){return Z},setTest:function(ae){ae?ve(s.DEPTH_TEST):ze(s.DEPTH_TEST)},setMask:function(ae){q!==ae&&!P&&(s.depthMask(ae),q=ae)},setFunc:function(ae){if(Z&&(ae=vm[ae]),ue!==ae){switch(ae){case ka:s.depthFunc(s.NEVER);break;case za:s.depthFunc(s.ALWAYS);break;case Ha:s.depthFunc(s.LESS);break;case _r:s.depthFunc(s.LEQUAL);break;case Va:s.depthFunc(s.EQUAL);break;case Ga:s.depthFunc(s.GEQUAL);break;case Wa:s.depthFunc(s.GREATER);break;case Xa:s.depthFunc(s.NOTEQUAL);break;default:s.depthFunc(s.LEQUAL)}ue=ae}},setLocked:function(ae){P=ae},setClear:function(ae){oe!==ae&&(oe=ae,Z&&(ae=1-ae),s.clearDepth(ae))},reset:function(){P=!1,q=null,ue=null,oe=null,Z=!1}}}function i(){let P=!1,Z=null,q=null,ue=null,oe=null,ae=null,Ie=null,We=null,re=null;return{setTest:function(Ne){P||(Ne?ve(s.STENCIL_TEST):ze(s.STENCIL_TEST))},setMask:function(Ne){Z!==Ne&&!P&&(s.stencilMask(Ne),Z=Ne)},setFunc:function(Ne,Ge,ye){(q!==Ne||ue!==Ge||oe!==ye)&&(s.stencilFunc(Ne,Ge,ye),q=Ne,ue=Ge,oe=ye)},setOp:function(Ne,Ge,ye){(ae!==Ne||Ie!==Ge||We!==ye)&&(s.stencilOp(Ne,Ge,ye),ae=Ne,Ie=Ge,We=ye)},setLocked:function(Ne){P=Ne},setClear:function(Ne){re!==Ne&&(s.clearStencil(Ne),re=Ne)},reset:function(){P=!1,Z=null,q=null,ue=null,oe=null,ae=null,Ie=null,We=null,re=null}}}let r=new t,o=new n,a=new i,l={},c=new WeakMap,h={},u={},d={},f=new WeakMap,m=[],y=null,p=!1,g=null,v=null,T=null,x=null,A=null,E=null,_=null,w=new le(0,0,0),I=0,C=!1,N=null,U=null,W=null,L=null,H=null,Y=s.getParameter(s.MAX_COMBINED_TEXTURE_IMAGE_UNITS),z=!1,ne=0,V=s.getParameter(s.VERSION);V.indexOf("WebGL")!==-1?(ne=parseFloat(/^WebGL (\d)/.exec(V)[1]),z=ne>=1):V.indexOf("OpenGL ES")!==-1&&(ne=parseFloat(/^OpenGL ES (\d)/.exec(V)[1]),z=ne>=2);let Q=null,te={},Me=s.getParameter(s.SCISSOR_BOX),Fe=s.getParameter(s.VIEWPORT),$=new ct().fromArray(Me),_e=new ct().fromArray(Fe);function we(P,Z,q,ue){let oe=new Uint8Array(4),ae=s.createTexture();s.bindTexture(P,ae),s.texParameteri(P,s.TEXTURE_MIN_FILTER,s.NEAREST),s.texParameteri(P,s.TEXTURE_MAG_FILTER,s.NEAREST);for(let Ie=0;Ie<q;Ie++)P===s.TEXTURE_3D||P===s.TEXTURE_2D_ARRAY?s.texImage3D(Z,0,s.RGBA,1,1,ue,0,s.RGBA,s.UNSIGNED_BYTE,oe):s.texImage2D(Z+Ie,0,s.RGBA,1,1,0,s.RGBA,s.UNSIGNED_BYTE,oe);return ae}let Oe={};Oe[s.TEXTURE_2D]=we(s.TEXTURE_2D,s.TEXTURE_2D,1),Oe[s.TEXTURE_CUBE_MAP]=we(s.TEXTURE_CUBE_MAP,s.TEXTURE_CUBE_MAP_POSITIVE_X,6),Oe[s.TEXTURE_2D_ARRAY]=we(s.TEXTURE_2D_ARRAY,s.TEXTURE_2D_ARRAY,1,1),Oe[s.TEXTURE_3D]=we(s.TEXTURE_3D,s.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),ve(s.DEPTH_TEST),o.setFunc(_r),jt(!1),pt(Mu),ve(s.CULL_FACE),Ft(Ns);function ve(P){h[P]!==!0&&(s.enable(P),h[P]=!0)}function ze(P){h[P]!==!1&&(s.disable(P),h[P]=!1)}function wt(P,Z){return d[P]!==Z?(s.bindFramebuffer(P,Z),d[P]=Z,P===s.DRAW_FRAMEBUFFER&&(d[s.FRAMEBUFFER]=Z),P===s.FRAMEBUFFER&&(d[s.DRAW_FRAMEBUFFER]=Z),!0):!1}function Ue(P,Z){let q=m,ue=!1;if(P){q=f.get(Z),q===void 0&&(q=[],f.set(Z,q));let oe=P.textures;if(q.length!==oe.length||q[0]!==s.COLOR_ATTACHMENT0){for(let ae=0,Ie=oe.length;ae<Ie;ae++)q[ae]=s.COLOR_ATTACHMENT0+ae;q.length=oe.length,ue=!0}}else q[0]!==s.BACK&&(q[0]=s.BACK,ue=!0);ue&&s.drawBuffers(q)}function tt(P){return y!==P?(s.useProgram(P),y=P,!0):!1}let ot={[Os]:s.FUNC_ADD,[Hp]:s.FUNC_SUBTRACT,[Vp]:s.FUNC_REVERSE_SUBTRACT};ot[Gp]=s.MIN,ot[Wp]=s.MAX;let Xe={[Xp]:s.ZERO,[qp]:s.ONE,[Yp]:s.SRC_COLOR,[Eu]:s.SRC_ALPHA,[Qp]:s.SRC_ALPHA_SATURATE,[Kp]:s.DST_COLOR,[$p]:s.DST_ALPHA,[jp]:s.ONE_MINUS_SRC_COLOR,[Au]:s.ONE_MINUS_SRC_ALPHA,[Jp]:s.ONE_MINUS_DST_COLOR,[Zp]:s.ONE_MINUS_DST_ALPHA,[em]:s.CONSTANT_COLOR,[tm]:s.ONE_MINUS_CONSTANT_COLOR,[nm]:s.CONSTANT_ALPHA,[im]:s.ONE_MINUS_CONSTANT_ALPHA};function Ft(P,Z,q,ue,oe,ae,Ie,We,re,Ne){if(P===Ns){p===!0&&(ze(s.BLEND),p=!1);return}if(p===!1&&(ve(s.BLEND),p=!0),P!==zp){if(P!==g||Ne!==C){if((v!==Os||A!==Os)&&(s.blendEquation(s.FUNC_ADD),v=Os,A=Os),Ne)switch(P){case Or:s.blendFuncSeparate(s.ONE,s.ONE_MINUS_SRC_ALPHA,s.ONE,s.ONE_MINUS_SRC_ALPHA);break;case Su:s.blendFunc(s.ONE,s.ONE);break;case wu:s.blendFuncSeparate(s.ZERO,s.ONE_MINUS_SRC_COLOR,s.ZERO,s.ONE);break;case Tu:s.blendFuncSeparate(s.DST_COLOR,s.ONE_MINUS_SRC_ALPHA,s.ZERO,s.ONE);break;default:Be("WebGLState: Invalid blending: ",P);break}else switch(P){case Or:s.blendFuncSeparate(s.SRC_ALPHA,s.ONE_MINUS_SRC_ALPHA,s.ONE,s.ONE_MINUS_SRC_ALPHA);break;case Su:s.blendFuncSeparate(s.SRC_ALPHA,s.ONE,s.ONE,s.ONE);break;case wu:Be("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Tu:Be("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:Be("WebGLState: Invalid blending: ",P);break}T=null,x=null,E=null,_=null,w.set(0,0,0),I=0,g=P,C=Ne}return}oe=oe||Z,ae=ae||q,Ie=Ie||ue,(Z!==v||oe!==A)&&(s.blendEquationSeparate(ot[Z],ot[oe]),v=Z,A=oe),(q!==T||ue!==x||ae!==E||Ie!==_)&&(s.blendFuncSeparate(Xe[q],Xe[ue],Xe[ae],Xe[Ie]),T=q,x=ue,E=ae,_=Ie),(We.equals(w)===!1||re!==I)&&(s.blendColor(We.r,We.g,We.b,re),w.copy(We),I=re),g=P,C=!1}function Rt(P,Z){P.side===nt?ze(s.CULL_FACE):ve(s.CULL_FACE);let q=P.side===Ut;Z&&(q=!q),jt(q),P.blending===Or&&P.transparent===!1?Ft(Ns):Ft(P.blending,P.blendEquation,P.blendSrc,P.blendDst,P.blendEquationAlpha,P.blendSrcAlpha,P.blendDstAlpha,P.blendColor,P.blendAlpha,P.premultipliedAlpha),o.setFunc(P.depthFunc),o.setTest(P.depthTest),o.setMask(P.depthWrite),r.setMask(P.colorWrite);let ue=P.stencilWrite;a.setTest(ue),ue&&(a.setMask(P.stencilWriteMask),a.setFunc(P.stencilFunc,P.stencilRef,P.stencilFuncMask),a.setOp(P.stencilFail,P.stencilZFail,P.stencilZPass)),Dt(P.polygonOffset,P.polygonOffsetFactor,P.polygonOffsetUnits),P.alphaToCoverage===!0?ve(s.SAMPLE_ALPHA_TO_COVERAGE):ze(s.SAMPLE_ALPHA_TO_COVERAGE)}function jt(P){N!==P&&(P?s.frontFace(s.CW):s.frontFace(s.CCW),N=P)}function pt(P){P!==Fp?(ve(s.CULL_FACE),P!==U&&(P===Mu?s.cullFace(s.BACK):P===Bp?s.cullFace(s.FRONT):s.cullFace(s.FRONT_AND_BACK))):ze(s.CULL_FACE),U=P}function An(P){P!==W&&(z&&s.lineWidth(P),W=P)}function Dt(P,Z,q){P?(ve(s.POLYGON_OFFSET_FILL),(L!==Z||H!==q)&&(L=Z,H=q,o.getReversed()&&(Z=-Z,q=-q),s.polygonOffset(Z,q))):ze(s.POLYGON_OFFSET_FILL)}function ln(P){P?ve(s.SCISSOR_TEST):ze(s.SCISSOR_TEST)}function Rn(P){P===void 0&&(P=s.TEXTURE0+Y-1),Q!==P&&(s.activeTexture(P),Q=P)}function gn(P,Z,q){q===void 0&&(Q===null?q=s.TEXTURE0+Y-1:q=Q);let ue=te[q];ue===void 0&&(ue={type:void 0,texture:void 0},te[q]=ue),(ue.type!==P||ue.texture!==Z)&&(Q!==q&&(s.activeTexture(q),Q=q),s.bindTexture(P,Z||Oe[P]),ue.type=P,ue.texture=Z)}function O(){let P=te[Q];P!==void 0&&P.type!==void 0&&(s.bindTexture(P.type,null),P.type=void 0,P.texture=void 0)}function cn(){try{s.compressedTexImage2D(...arguments)}catch(P){Be("WebGLState:",P)}}function mt(){try{s.compressedTexImage3D(...arguments)}catch(P){Be("WebGLState:",P)}}function gt(){try{s.texSubImage2D(...arguments)}catch(P){Be("WebGLState:",P)}}function ge(){try{s.texSubImage3D(...arguments)}catch(P){Be("WebGLState:",P)}}function Nt(){try{s.compressedTexSubImage2D(...arguments)}catch(P){Be("WebGLState:",P)}}function Le(){try{s.compressedTexSubImage3D(...arguments)}catch(P){Be("WebGLState:",P)}}function ke(){try{s.texStorage2D(...arguments)}catch(P){Be("WebGLState:",P)}}function R(){try{s.texStorage3D(...arguments)}catch(P){Be("WebGLState:",P)}}function b(){try{s.texImage2D(...arguments)}catch(P){Be("WebGLState:",P)}}function F(){try{s.texImage3D(...arguments)}catch(P){Be("WebGLState:",P)}}function ie(P){return u[P]!==void 0?u[P]:s.getParameter(P)}function J(P,Z){u[P]!==Z&&(s.pixelStorei(P,Z),u[P]=Z)}function ce(P){$.equals(P)===!1&&(s.scissor(P.x,P.y,P.z,P.w),$.copy(P))}function de(P){_e.equals(P)===!1&&(s.viewport(P.x,P.y,P.z,P.w),_e.copy(P))}function j(P,Z){let q=c.get(Z);q===void 0&&(q=new WeakMap,c.set(Z,q));let ue=q.get(P);ue===void 0&&(ue=s.getUniformBlockIndex(Z,P.name),s.uniformBlockBinding(Z,ue,ue),q.set(P,ue))}function K(P,Z,q){let oe=c.get(Z).get(P);l[oe]!==q&&(s.bindBufferBase(s.UNIFORM_BUFFER,oe,q),l[oe]=q)}function he(){s.disable(s.BLEND),s.disable(s.CULL_FACE),s.disable(s.DEPTH_TEST),s.disable(s.POLYGON_OFFSET_FILL),s.disable(s.SCISSOR_TEST),s.disable(s.STENCIL_TEST),s.disable(s.SAMPLE_ALPHA_TO_COVERAGE),s.blendEquation(s.FUNC_ADD),s.blendFunc(s.ONE,s.ZERO),s.blendFuncSeparate(s.ONE,s.ZERO,s.ONE,s.ZERO),s.blendColor(0,0,0,0),s.colorMask(!0,!0,!0,!0),s.clearColor(0,0,0,0),s.depthMask(!0),s.depthFunc(s.LESS),o.setReversed(!1),s.clearDepth(1),s.stencilMask(4294967295),s.stencilFunc(s.ALWAYS,0,4294967295),s.stencilOp(s.KEEP,s.KEEP,s.KEEP),s.clearStencil(0),s.cullFace(s.BACK),s.frontFace(s.CCW),s.polygonOffset(0,0),s.activeTexture(s.TEXTURE0),s.bindFramebuffer(s.FRAMEBUFFER,null),s.bindFramebuffer(s.DRAW_FRAMEBUFFER,null),s.bindFramebuffer(s.READ_FRAMEBUFFER,null),s.useProgram(null),s.lineWidth(1),s.scissor(0,0,s.canvas.width,s.canvas.height),s.viewport(0,0,s.canvas.width,s.canvas.height),s.pixelStorei(s.PACK_ALIGNMENT,4),s.pixelStorei(s.UNPACK_ALIGNMENT,4),s.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,!1),s.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),s.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,s.BROWSER_DEFAULT_WEBGL),s.pixelStorei(s.PACK_ROW_LENGTH,0),s.pixelStorei(s.PACK_SKIP_PIXELS,0),s.pixelStorei(s.PACK_SKIP_ROWS,0),s.pixelStorei(s.UNPACK_ROW_LENGTH,0),s.pixelStorei(s.UNPACK_IMAGE_HEIGHT,0),s.pixelStorei(s.UNPACK_SKIP_PIXELS,0),s.pixelStorei(s.UNPACK_SKIP_ROWS,0),s.pixelStorei(s.UNPACK_SKIP_IMAGES,0),h={},u={},Q=null,te={},d={},l={},f=new WeakMap,m=[],y=null,p=!1,g=null,v=null,T=null,x=null,A=null,E=null,_=null,w=new le(0,0,0),I=0,C=!1,N=null,U=null,W=null,L=null,H=null,$.set(0,0,s.canvas.width,s.canvas.height),_e.set(0,0,s.canvas.width,s.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:ve,disable:ze,bindFramebuffer:wt,drawBuffers:Ue,useProgram:tt,setBlending:Ft,setMaterial:Rt,setFlipSided:jt,setCullFace:pt,setLineWidth:An,setPolygonOffset:Dt,setScissorTest:ln,activeTexture:Rn,bindTexture:gn,unbindTexture:O,compressedTexImage2D:cn,compressedTexImage3D:mt,texImage2D:b,texImage3D:F,pixelStorei:J,getParameter:ie,updateUBOMapping:j,uniformBlockBinding:K,texStorage2D:ke,texStorage3D:R,texSubImage2D:gt,texSubImage3D:ge,compressedTexSubImage2D:Nt,compressedTexSubImage3D:Le,scissor:ce,viewport:de,reset:he}}function uS(s,e,t,n,i,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new Ee,h=new WeakMap,u=new Set,d,f=new WeakMap,m=new Set,y=new FinalizationRegistry(R=>m.delete(R)),p=!1;try{p=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(R,b){return p?new OffscreenCanvas(R,b):xr("canvas")}function v(R,b,F){let ie=1,J=ke(R);if((J.width>F||J.height>F)&&(ie=F/Math.max(J.width,J.height)),ie<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let ce=Math.floor(ie*J.width),de=Math.floor(ie*J.height);d===void 0&&(d=g(ce,de));let j=b?g(ce,de):d;return j.width=ce,j.height=de,j.getContext("2d").drawImage(R,0,0,ce,de),De("WebGLRenderer: Texture has been resized from ("+J.width+"x"+J.height+") to ("+ce+"x"+de+")."),j}else return"data"in R&&De("WebGLRenderer: Image in DataTexture is too big ("+J.width+"x"+J.height+")."),R;return R}function T(R){return R.generateMipmaps}function x(R){s.generateMipmap(R)}function A(R){return R.isWebGLCubeRenderTarget?s.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?s.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?s.TEXTURE_2D_ARRAY:s.TEXTURE_2D}function E(R,b,F,ie,J,ce=!1){if(R!==null){if(s[R]!==void 0)return s[R];De("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let de;ie&&(de=e.get("EXT_texture_norm16"),de||De("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let j=b;if(b===s.RED&&(F===s.FLOAT&&(j=s.R32F),F===s.HALF_FLOAT&&(j=s.R16F),F===s.UNSIGNED_BYTE&&(j=s.R8),F===s.UNSIGNED_SHORT&&de&&(j=de.R16_EXT),F===s.SHORT&&de&&(j=de.R16_SNORM_EXT)),b===s.RED_INTEGER&&(F===s.UNSIGNED_BYTE&&(j=s.R8UI),F===s.UNSIGNED_SHORT&&(j=s.R16UI),F===s.UNSIGNED_INT&&(j=s.R32UI),F===s.BYTE&&(j=s.R8I),F===s.SHORT&&(j=s.R16I),F===s.INT&&(j=s.R32I)),b===s.RG&&(F===s.FLOAT&&(j=s.RG32F),F===s.HALF_FLOAT&&(j=s.RG16F),F===s.UNSIGNED_BYTE&&(j=s.RG8),F===s.UNSIGNED_SHORT&&de&&(j=de.RG16_EXT),F===s.SHORT&&de&&(j=de.RG16_SNORM_EXT)),b===s.RG_INTEGER&&(F===s.UNSIGNED_BYTE&&(j=s.RG8UI),F===s.UNSIGNED_SHORT&&(j=s.RG16UI),F===s.UNSIGNED_INT&&(j=s.RG32UI),F===s.BYTE&&(j=s.RG8I),F===s.SHORT&&(j=s.RG16I),F===s.INT&&(j=s.RG32I)),b===s.RGB_INTEGER&&(F===s.UNSIGNED_BYTE&&(j=s.RGB8UI),F===s.UNSIGNED_SHORT&&(j=s.RGB16UI),F===s.UNSIGNED_INT&&(j=s.RGB32UI),F===s.BYTE&&(j=s.RGB8I),F===s.SHORT&&(j=s.RGB16I),F===s.INT&&(j=s.RGB32I)),b===s.RGBA_INTEGER&&(F===s.UNSIGNED_BYTE&&(j=s.RGBA8UI),F===s.UNSIGNED_SHORT&&(j=s.RGBA16UI),F===s.UNSIGNED_INT&&(j=s.RGBA32UI),F===s.BYTE&&(j=s.RGBA8I),F===s.SHORT&&(j=s.RGBA16I),F===s.INT&&(j=s.RGBA32I)),b===s.RGB&&(F===s.UNSIGNED_SHORT&&de&&(j=de.RGB16_EXT),F===s.SHORT&&de&&(j=de.RGB16_SNORM_EXT),F===s.UNSIGNED_INT_5_9_9_9_REV&&(j=s.RGB9_E5),F===s.UNSIGNED_INT_10F_11F_11F_REV&&(j=s.R11F_G11F_B10F)),b===s.RGBA){let K=ce?uo:qe.getTransfer(J);F===s.FLOAT&&(j=s.RGBA32F),F===s.HALF_FLOAT&&(j=s.RGBA16F),F===s.UNSIGNED_BYTE&&(j=K===at?s.SRGB8_ALPHA8:s.RGBA8),F===s.UNSIGNED_SHORT&&de&&(j=de.RGBA16_EXT),F===s.SHORT&&de&&(j=de.RGBA16_SNORM_EXT),F===s.UNSIGNED_SHORT_4_4_4_4&&(j=s.RGBA4),F===s.UNSIGNED_SHORT_5_5_5_1&&(j=s.RGB5_A1)}return(j===s.R16F||j===s.R32F||j===s.RG16F||j===s.RG32F||j===s.RGBA16F||j===s.RGBA32F)&&e.get("EXT_color_buffer_float"),j}function _(R,b){let F;return R?b===null||b===qn||b===Bs?F=s.DEPTH24_STENCIL8:b===mn?F=s.DEPTH32F_STENCIL8:b===kr&&(F=s.DEPTH24_STENCIL8,De("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):b===null||b===qn||b===Bs?F=s.DEPTH_COMPONENT24:b===mn?F=s.DEPTH_COMPONENT32F:b===kr&&(F=s.DEPTH_COMPONENT16),F}function w(R,b){return T(R)===!0||R.isFramebufferTexture&&R.minFilter!==Ot&&R.minFilter!==bt?Math.log2(Math.max(b.width,b.height))+1:R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?b.mipmaps.length:1}function I(R){let b=new WeakRef(R);n.get(R).__ref=b,m.add(b),y.register(R,b,b)}function C(R){let b=n.get(R).__ref;b!==void 0&&(m.delete(b),y.unregister(b))}function N(R){W(R.target)}function U(R){L(R.target)}function W(R){R.removeEventListener("dispose",N),C(R),Y(R),R.isVideoTexture&&h.delete(R),R.isHTMLTexture&&u.delete(R)}function L(R){R.removeEventListener("dispose",U),C(R),ne(R)}function H(){for(let R of m){let b=R.deref();b!==void 0&&(b.isRenderTarget===!0?L(b):W(b))}m.clear(),u.clear()}function Y(R){let b=n.get(R);if(b.__webglInit===void 0)return;let F=R.source,ie=f.get(F);if(ie){let J=ie[b.__cacheKey];J.usedTimes--,J.usedTimes===0&&z(R),Object.keys(ie).length===0&&f.delete(F)}n.remove(R)}function z(R){let b=n.get(R);s.deleteTexture(b.__webglTexture);let F=R.source,ie=f.get(F);delete ie[b.__cacheKey],o.memory.textures--}function ne(R){let b=n.get(R);b.__depthDisposeCallback&&b.__depthDisposeCallback();let F=R.depthTexture;if(F&&F.renderTarget===R&&W(F),R.isWebGLCubeRenderTarget)for(let J=0;J<6;J++){if(Array.isArray(b.__webglFramebuffer[J]))for(let ce=0;ce<b.__webglFramebuffer[J].length;ce++)s.deleteFramebuffer(b.__webglFramebuffer[J][ce]);else s.deleteFramebuffer(b.__webglFramebuffer[J]);b.__webglDepthbuffer&&s.deleteRenderbuffer(b.__webglDepthbuffer[J])}else{if(Array.isArray(b.__webglFramebuffer))for(let J=0;J<b.__webglFramebuffer.length;J++)s.deleteFramebuffer(b.__webglFramebuffer[J]);else s.deleteFramebuffer(b.__webglFramebuffer);if(b.__webglDepthbuffer&&s.deleteRenderbuffer(b.__webglDepthbuffer),b.__webglMultisampledFramebuffer&&s.deleteFramebuffer(b.__webglMultisampledFramebuffer),b.__webglColorRenderbuffer)for(let J=0;J<b.__webglColorRenderbuffer.length;J++)b.__webglColorRenderbuffer[J]&&s.deleteRenderbuffer(b.__webglColorRenderbuffer[J]);b.__webglDepthRenderbuffer&&s.deleteRenderbuffer(b.__webglDepthRenderbuffer)}let ie=R.textures;for(let J=0,ce=ie.length;J<ce;J++){let de=n.get(ie[J]);de.__webglTexture&&(s.deleteTexture(de.__webglTexture),o.memory.textures--),n.remove(ie[J])}n.remove(R)}let V=0;function Q(){V=0}function te(){return V}function Me(R){V=R}function Fe(){let R=V;return R>=i.maxTextures&&De("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supports only "+i.maxTextures),V+=1,R}function $(R){let b=[];return b.push(R.wrapS),b.push(R.wrapT),b.push(R.wrapR||0),b.push(R.magFilter),b.push(R.minFilter),b.push(R.anisotropy),b.push(R.internalFormat),b.push(R.format),b.push(R.type),b.push(R.generateMipmaps),b.push(R.mipmapsAutoUpdate),b.push(R.premultiplyAlpha),b.push(R.flipY),b.push(R.unpackAlignment),b.push(R.colorSpace),b.join()}function _e(R,b){let F=n.get(R);if(R.isVideoTexture&&Nt(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&F.__version!==R.version){let ie=R.image;if(ie===null)De("WebGLRenderer: Texture marked for update but no image data found.");else if(ie.complete===!1)De("WebGLRenderer: Texture marked for update but image is incomplete");else{Rt(F,R,b);return}}else R.isExternalTexture&&(F.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(s.TEXTURE_2D,F.__webglTexture,s.TEXTURE0+b)}function we(R,b){let F=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&F.__version!==R.version){Rt(F,R,b);return}else R.isExternalTexture&&(F.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(s.TEXTURE_2D_ARRAY,F.__webglTexture,s.TEXTURE0+b)}function Oe(R,b){let F=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&F.__version!==R.version){Rt(F,R,b);return}t.bindTexture(s.TEXTURE_3D,F.__webglTexture,s.TEXTURE0+b)}function ve(R,b){let F=n.get(R);if(R.version>0&&F.__version!==R.version){jt(F,R,b);return}t.bindTexture(s.TEXTURE_CUBE_MAP,F.__webglTexture,s.TEXTURE0+b)}let ze={[ei]:s.REPEAT,[_n]:s.CLAMP_TO_EDGE,[yr]:s.MIRRORED_REPEAT},wt={[Ot]:s.NEAREST,[ul]:s.NEAREST_MIPMAP_NEAREST,[Fs]:s.NEAREST_MIPMAP_LINEAR,[bt]:s.LINEAR,[Br]:s.LINEAR_MIPMAP_NEAREST,[pn]:s.LINEAR_MIPMAP_LINEAR},Ue={[um]:s.NEVER,[Wu]:s.ALWAYS,[dm]:s.LESS,[Vu]:s.LEQUAL,[fm]:s.EQUAL,[Gu]:s.GEQUAL,[pm]:s.GREATER,[mm]:s.NOTEQUAL};function tt(R,b){if(b.type===mn&&e.has("OES_texture_float_linear")===!1&&(b.magFilter===bt||b.magFilter===Br||b.magFilter===Fs||b.magFilter===pn||b.minFilter===bt||b.minFilter===Br||b.minFilter===Fs||b.minFilter===pn)&&De("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),s.texParameteri(R,s.TEXTURE_WRAP_S,ze[b.wrapS]),s.texParameteri(R,s.TEXTURE_WRAP_T,ze[b.wrapT]),(R===s.TEXTURE_3D||R===s.TEXTURE_2D_ARRAY)&&s.texParameteri(R,s.TEXTURE_WRAP_R,ze[b.wrapR]),s.texParameteri(R,s.TEXTURE_MAG_FILTER,wt[b.magFilter]),s.texParameteri(R,s.TEXTURE_MIN_FILTER,wt[b.minFilter]),b.compareFunction&&(s.texParameteri(R,s.TEXTURE_COMPARE_MODE,s.COMPARE_REF_TO_TEXTURE),s.texParameteri(R,s.TEXTURE_COMPARE_FUNC,Ue[b.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(b.magFilter===Ot||b.minFilter!==Fs&&b.minFilter!==pn||b.type===mn&&e.has("OES_texture_float_linear")===!1)return;if(b.anisotropy>1||n.get(b).__currentAnisotropy){let F=e.get("EXT_texture_filter_anisotropic");s.texParameterf(R,F.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(b.anisotropy,i.getMaxAnisotropy())),n.get(b).__currentAnisotropy=b.anisotropy}}}function ot(R,b){let F=!1;R.__webglInit===void 0&&(R.__webglInit=!0,b.addEventListener("dispose",N),I(b));let ie=b.source,J=f.get(ie);J===void 0&&(J={},f.set(ie,J));let ce=$(b);if(ce!==R.__cacheKey){J[ce]===void 0&&(J[ce]={texture:s.createTexture(),usedTimes:0},o.memory.textures++,F=!0),J[ce].usedTimes++;let de=J[R.__cacheKey];de!==void 0&&(J[R.__cacheKey].usedTimes--,de.usedTimes===0&&z(b)),R.__cacheKey=ce,R.__webglTexture=J[ce].texture}return F}function Xe(R,b,F){return Math.floor(Math.floor(R/F)/b)}function Ft(R,b,F,ie){let ce=R.updateRanges;if(ce.length===0)t.texSubImage2D(s.TEXTURE_2D,0,0,0,b.width,b.height,F,ie,b.data);else{ce.sort((P,Z)=>P.start-Z.start);let de=0;for(let P=1;P<ce.length;P++){let Z=ce[de],q=ce[P],ue=Z.start+Z.count,oe=Xe(q.start,b.width,4),ae=Xe(Z.start,b.width,4);q.start<=ue+1&&oe===ae&&Xe(q.start+q.count-1,b.width,4)===oe?Z.count=Math.max(Z.count,q.start+q.count-Z.start):(++de,ce[de]=q)}ce.length=de+1;let j=t.getParameter(s.UNPACK_ROW_LENGTH),K=t.getParameter(s.UNPACK_SKIP_PIXELS),he=t.getParameter(s.UNPACK_SKIP_ROWS);t.pixelStorei(s.UNPACK_ROW_LENGTH,b.width);for(let P=0,Z=ce.length;P<Z;P++){let q=ce[P],ue=Math.floor(q.start/4),oe=Math.ceil(q.count/4),ae=ue%b.width,Ie=Math.floor(ue/b.width),We=oe,re=1;t.pixelStorei(s.UNPACK_SKIP_PIXELS,ae),t.pixelStorei(s.UNPACK_SKIP_ROWS,Ie),t.texSubImage2D(s.TEXTURE_2D,0,ae,Ie,We,re,F,ie,b.data)}R.clearUpdateRanges(),t.pixelStorei(s.UNPACK_ROW_LENGTH,j),t.pixelStorei(s.UNPACK_SKIP_PIXELS,K),t.pixelStorei(s.UNPACK_SKIP_ROWS,he)}}function Rt(R,b,F){let ie=s.TEXTURE_2D;(b.isDataArrayTexture||b.isCompressedArrayTexture)&&(ie=s.TEXTURE_2D_ARRAY),b.isData3DTexture&&(ie=s.TEXTURE_3D);let J=ot(R,b),ce=b.source;t.bindTexture(ie,R.__webglTexture,s.TEXTURE0+F);let de=n.get(ce);if(ce.version!==de.__version||J===!0){if(t.activeTexture(s.TEXTURE0+F),(typeof ImageBitmap<"u"&&b.image instanceof ImageBitmap)===!1){let re=qe.getPrimaries(qe.workingColorSpace),Ne=b.colorSpace===Ui?null:qe.getPrimaries(b.colorSpace),Ge=b.colorSpace===Ui||re===Ne?s.NONE:s.BROWSER_DEFAULT_WEBGL;t.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,b.flipY),t.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,b.premultiplyAlpha),t.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,Ge)}t.pixelStorei(s.UNPACK_ALIGNMENT,b.unpackAlignment);let K=v(b.image,!1,i.maxTextureSize);K=Le(b,K);let he=r.convert(b.format,b.colorSpace),P=r.convert(b.type),Z=E(b.internalFormat,he,P,b.normalized,b.colorSpace,b.isVideoTexture);tt(ie,b);let q,ue=b.mipmaps,oe=b.isVideoTexture!==!0,ae=de.__version===void 0||J===!0,Ie=ce.dataReady,We=w(b,K);if(b.isDepthTexture)Z=_(b.format===Oi,b.type),ae&&(oe?t.texStorage2D(s.TEXTURE_2D,1,Z,K.width,K.height):t.texImage2D(s.TEXTURE_2D,0,Z,K.width,K.height,0,he,P,null));else if(b.isDataTexture)if(ue.length>0){oe&&ae&&t.texStorage2D(s.TEXTURE_2D,We,Z,ue[0].width,ue[0].height);for(let re=0,Ne=ue.length;re<Ne;re++)q=ue[re],oe?Ie&&t.texSubImage2D(s.TEXTURE_2D,re,0,0,q.width,q.height,he,P,q.data):t.texImage2D(s.TEXTURE_2D,re,Z,q.width,q.height,0,he,P,q.data);b.generateMipmaps=!1}else oe?(ae&&t.texStorage2D(s.TEXTURE_2D,We,Z,K.width,K.height),Ie&&Ft(b,K,he,P)):t.texImage2D(s.TEXTURE_2D,0,Z,K.width,K.height,0,he,P,K.data);else if(b.isCompressedTexture)if(b.isCompressedArrayTexture){oe&&ae&&t.texStorage3D(s.TEXTURE_2D_ARRAY,We,Z,ue[0].width,ue[0].height,K.depth);for(let re=0,Ne=ue.length;re<Ne;re++)if(q=ue[re],b.format!==Fn)if(he!==null)if(oe){if(Ie)if(b.layerUpdates.size>0){let Ge=ed(q.width,q.height,b.format,b.type);for(let ye of b.layerUpdates){let it=q.data.subarray(ye*Ge/q.data.BYTES_PER_ELEMENT,(ye+1)*Ge/q.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(s.TEXTURE_2D_ARRAY,re,0,0,ye,q.width,q.height,1,he,it)}}else t.compressedTexSubImage3D(s.TEXTURE_2D_ARRAY,re,0,0,0,q.width,q.height,K.depth,he,q.data)}else t.compressedTexImage3D(s.TEXTURE_2D_ARRAY,re,Z,q.width,q.height,K.depth,0,q.data,0,0);else De("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else oe?Ie&&t.texSubImage3D(s.TEXTURE_2D_ARRAY,re,0,0,0,q.width,q.height,K.depth,he,P,q.data):t.texImage3D(s.TEXTURE_2D_ARRAY,re,Z,q.width,q.height,K.depth,0,he,P,q.data);b.layerUpdates.size>0&&b.clearLayerUpdates()}else{oe&&ae&&t.texStorage2D(s.TEXTURE_2D,We,Z,ue[0].width,ue[0].height);for(let re=0,Ne=ue.length;re<Ne;re++)q=ue[re],b.format!==Fn?he!==null?oe?Ie&&t.compressedTexSubImage2D(s.TEXTURE_2D,re,0,0,q.width,q.height,he,q.data):t.compressedTexImage2D(s.TEXTURE_2D,re,Z,q.width,q.height,0,q.data):De("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):oe?Ie&&t.texSubImage2D(s.TEXTURE_2D,re,0,0,q.width,q.height,he,P,q.data):t.texImage2D(s.TEXTURE_2D,re,Z,q.width,q.height,0,he,P,q.data)}else if(b.isDataArrayTexture)if(oe){if(ae&&t.texStorage3D(s.TEXTURE_2D_ARRAY,We,Z,K.width,K.height,K.depth),Ie)if(b.layerUpdates.size>0){let re=ed(K.width,K.height,b.format,b.type);for(let Ne of b.layerUpdates){let Ge=K.data.subarray(Ne*re/K.data.BYTES_PER_ELEMENT,(Ne+1)*re/K.data.BYTES_PER_ELEMENT);t.texSubImage3D(s.TEXTURE_2D_ARRAY,0,0,0,Ne,K.width,K.height,1,he,P,Ge)}b.clearLayerUpdates()}else t.texSubImage3D(s.TEXTURE_2D_ARRAY,0,0,0,0,K.width,K.height,K.depth,he,P,K.data)}else t.texImage3D(s.TEXTURE_2D_ARRAY,0,Z,K.width,K.height,K.depth,0,he,P,K.data);else if(b.isData3DTexture)oe?(ae&&t.texStorage3D(s.TEXTURE_3D,We,Z,K.width,K.height,K.depth),Ie&&t.texSubImage3D(s.TEXTURE_3D,0,0,0,0,K.width,K.height,K.depth,he,P,K.data)):t.texImage3D(s.TEXTURE_3D,0,Z,K.width,K.height,K.depth,0,he,P,K.data);else if(b.isFramebufferTexture){if(ae)if(oe)t.texStorage2D(s.TEXTURE_2D,We,Z,K.width,K.height);else{let re=K.width,Ne=K.height;for(let Ge=0;Ge<We;Ge++)t.texImage2D(s.TEXTURE_2D,Ge,Z,re,Ne,0,he,P,null),re>>=1,Ne>>=1}}else if(b.isHTMLTexture){if("texElementImage2D"in s){let re=s.canvas;if(re.hasAttribute("layoutsubtree")||re.setAttribute("layoutsubtree","true"),K.parentNode!==re){re.appendChild(K),u.add(b),re.onpaint=Ne=>{let Ge=Ne.changedElements;for(let ye of u)Ge.includes(ye.image)&&(ye.needsUpdate=!0)},re.requestPaint();return}if(s.texElementImage2D.length===3)s.texElementImage2D(s.TEXTURE_2D,s.RGBA8,K);else{let Ge=s.RGBA,ye=s.RGBA,it=s.UNSIGNED_BYTE;s.texElementImage2D(s.TEXTURE_2D,0,Ge,ye,it,K)}s.texParameteri(s.TEXTURE_2D,s.TEXTURE_MIN_FILTER,s.LINEAR),s.texParameteri(s.TEXTURE_2D,s.TEXTURE_WRAP_S,s.CLAMP_TO_EDGE),s.texParameteri(s.TEXTURE_2D,s.TEXTURE_WRAP_T,s.CLAMP_TO_EDGE)}}else if(ue.length>0){if(oe&&ae){let re=ke(ue[0]);t.texStorage2D(s.TEXTURE_2D,We,Z,re.width,re.height)}for(let re=0,Ne=ue.length;re<Ne;re++)q=ue[re],oe?Ie&&t.texSubImage2D(s.TEXTURE_2D,re,0,0,he,P,q):t.texImage2D(s.TEXTURE_2D,re,Z,he,P,q);b.generateMipmaps=!1}else if(oe){if(ae){let re=ke(K);t.texStorage2D(s.TEXTURE_2D,We,Z,re.width,re.height)}Ie&&t.texSubImage2D(s.TEXTURE_2D,0,0,0,he,P,K)}else t.texImage2D(s.TEXTURE_2D,0,Z,he,P,K);T(b)&&b.mipmapsAutoUpdate===!0&&x(ie),de.__version=ce.version,b.onUpdate&&b.onUpdate(b)}R.__version=b.version}function jt(R,b,F){if(b.image.length!==6)return;let ie=ot(R,b),J=b.source;t.bindTexture(s.TEXTURE_CUBE_MAP,R.__webglTexture,s.TEXTURE0+F);let ce=n.get(J);if(J.version!==ce.__version||ie===!0){t.activeTexture(s.TEXTURE0+F);let de=qe.getPrimaries(qe.workingColorSpace),j=b.colorSpace===Ui?null:qe.getPrimaries(b.colorSpace),K=b.colorSpace===Ui||de===j?s.NONE:s.BROWSER_DEFAULT_WEBGL;t.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,b.flipY),t.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,b.premultiplyAlpha),t.pixelStorei(s.UNPACK_ALIGNMENT,b.unpackAlignment),t.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,K);let he=b.isCompressedTexture||b.image[0].isCompressedTexture,P=b.image[0]&&b.image[0].isDataTexture,Z=[];for(let ye=0;ye<6;ye++)!he&&!P?Z[ye]=v(b.image[ye],!0,i.maxCubemapSize):Z[ye]=P?b.image[ye].image:b.image[ye],Z[ye]=Le(b,Z[ye]);let q=Z[0],ue=r.convert(b.format,b.colorSpace),oe=r.convert(b.type),ae=E(b.internalFormat,ue,oe,b.normalized,b.colorSpace),Ie=b.isVideoTexture!==!0,We=ce.__version===void 0||ie===!0,re=J.dataReady,Ne=w(b,q);tt(s.TEXTURE_CUBE_MAP,b);let Ge;if(b.isDepthTexture){if(ae=_(b.format===Oi,b.type),We)if(Ie)t.texStorage2D(s.TEXTURE_CUBE_MAP,1,ae,q.width,q.height);else for(let ye=0;ye<6;ye++)t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+ye,0,ae,q.width,q.height,0,ue,oe,null)}else if(he){Ie&&We&&t.texStorage2D(s.TEXTURE_CUBE_MAP,Ne,ae,q.width,q.height);for(let ye=0;ye<6;ye++){Ge=Z[ye].mipmaps;for(let it=0;it<Ge.length;it++){let Bt=Ge[it];b.format!==Fn?ue!==null?Ie?re&&t.compressedTexSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+ye,it,0,0,Bt.width,Bt.height,ue,Bt.data):t.compressedTexImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+ye,it,ae,Bt.width,Bt.height,0,Bt.data):De("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Ie?re&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+ye,it,0,0,Bt.width,Bt.height,ue,oe,Bt.data):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+ye,it,ae,Bt.width,Bt.height,0,ue,oe,Bt.data)}}}else{if(Ge=b.mipmaps,Ie&&We){Ge.length>0&&Ne++;let ye=ke(Z[0]);t.texStorage2D(s.TEXTURE_CUBE_MAP,Ne,ae,ye.width,ye.height)}for(let ye=0;ye<6;ye++)if(P){Ie?re&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+ye,0,0,0,Z[ye].width,Z[ye].height,ue,oe,Z[ye].data):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+ye,0,ae,Z[ye].width,Z[ye].height,0,ue,oe,Z[ye].data);for(let it=0;it<Ge.length;it++){let Kn=Ge[it].image[ye].image;Ie?re&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+ye,it+1,0,0,Kn.width,Kn.height,ue,oe,Kn.data):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+ye,it+1,ae,Kn.width,Kn.height,0,ue,oe,Kn.data)}}else{Ie?re&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+ye,0,0,0,ue,oe,Z[ye]):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+ye,0,ae,ue,oe,Z[ye]);for(let it=0;it<Ge.length;it++){let Bt=Ge[it];Ie?re&&t.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+ye,it+1,0,0,ue,oe,Bt.image[ye]):t.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+ye,it+1,ae,ue,oe,Bt.image[ye])}}}T(b)&&b.mipmapsAutoUpdate===!0&&x(s.TEXTURE_CUBE_MAP),ce.__version=J.version,b.onUpdate&&b.onUpdate(b)}R.__version=b.version}function pt(R,b,F,ie,J,ce){let de=r.convert(F.format,F.colorSpace),j=r.convert(F.type),K=E(F.internalFormat,de,j,F.normalized,F.colorSpace),he=n.get(b),P=n.get(F);if(P.__renderTarget=b,!he.__hasExternalTextures){let Z=Math.max(1,b.width>>ce),q=Math.max(1,b.height>>ce);J===s.TEXTURE_3D||J===s.TEXTURE_2D_ARRAY?t.texImage3D(J,ce,K,Z,q,b.depth,0,de,j,null):t.texImage2D(J,ce,K,Z,q,0,de,j,null)}t.bindFramebuffer(s.FRAMEBUFFER,R),ge(b)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,ie,J,P.__webglTexture,0,gt(b)):(J===s.TEXTURE_2D||J>=s.TEXTURE_CUBE_MAP_POSITIVE_X&&J<=s.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&s.framebufferTexture2D(s.FRAMEBUFFER,ie,J,P.__webglTexture,ce),t.bindFramebuffer(s.FRAMEBUFFER,null)}function An(R,b,F){if(s.bindRenderbuffer(s.RENDERBUFFER,R),b.depthBuffer){let ie=b.depthTexture,J=ie&&ie.isDepthTexture?ie.type:null,ce=_(b.stencilBuffer,J),de=b.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;ge(b)?a.renderbufferStorageMultisampleEXT(s.RENDERBUFFER,gt(b),ce,b.width,b.height):F?s.renderbufferStorageMultisample(s.RENDERBUFFER,gt(b),ce,b.width,b.height):s.renderbufferStorage(s.RENDERBUFFER,ce,b.width,b.height),s.framebufferRenderbuffer(s.FRAMEBUFFER,de,s.RENDERBUFFER,R)}else{let ie=b.textures;for(let J=0;J<ie.length;J++){let ce=ie[J],de=r.convert(ce.format,ce.colorSpace),j=r.convert(ce.type),K=E(ce.internalFormat,de,j,ce.normalized,ce.colorSpace);ge(b)?a.renderbufferStorageMultisampleEXT(s.RENDERBUFFER,gt(b),K,b.width,b.height):F?s.renderbufferStorageMultisample(s.RENDERBUFFER,gt(b),K,b.width,b.height):s.renderbufferStorage(s.RENDERBUFFER,K,b.width,b.height)}}s.bindRenderbuffer(s.RENDERBUFFER,null)}function Dt(R,b,F){let ie=b.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(s.FRAMEBUFFER,R),!(b.depthTexture&&b.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let J=n.get(b.depthTexture);J.__renderTarget=b;let ce=ie?b.depthTexture.image[0]:b.depthTexture.image;(!J.__webglTexture||ce.width!==b.width||ce.height!==b.height)&&(ce.width=b.width,ce.height=b.height,b.depthTexture.needsUpdate=!0),ie?ve(b.depthTexture,0):_e(b.depthTexture,0);let de=J.__webglTexture,j=gt(b),K=ie?s.TEXTURE_CUBE_MAP_POSITIVE_X+F:s.TEXTURE_2D,he=b.depthTexture.format===Oi?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;if(b.depthTexture.format===Ti)ge(b)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,he,K,de,0,j):s.framebufferTexture2D(s.FRAMEBUFFER,he,K,de,0);else if(b.depthTexture.format===Oi)ge(b)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,he,K,de,0,j):s.framebufferTexture2D(s.FRAMEBUFFER,he,K,de,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function ln(R){let b=n.get(R),F=R.isWebGLCubeRenderTarget===!0;if(b.__boundDepthTexture!==R.depthTexture){let ie=R.depthTexture;if(b.__depthDisposeCallback&&b.__depthDisposeCallback(),ie){let J=()=>{delete b.__boundDepthTexture,delete b.__depthDisposeCallback,ie.removeEventListener("dispose",J)};ie.addEventListener("dispose",J),b.__depthDisposeCallback=J}b.__boundDepthTexture=ie}if(R.depthTexture&&!b.__autoAllocateDepthBuffer)if(F)for(let ie=0;ie<6;ie++)Dt(b.__webglFramebuffer[ie],R,ie);else R.texture.mipmaps.length>0?Dt(b.__webglFramebuffer[0],R,0):Dt(b.__webglFramebuffer,R,0);else if(F){b.__webglDepthbuffer=[];for(let ie=0;ie<6;ie++)if(t.bindFramebuffer(s.FRAMEBUFFER,b.__webglFramebuffer[ie]),b.__webglDepthbuffer[ie]===void 0)b.__webglDepthbuffer[ie]=s.createRenderbuffer(),An(b.__webglDepthbuffer[ie],R,!1);else{let J=R.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,ce=b.__webglDepthbuffer[ie];s.bindRenderbuffer(s.RENDERBUFFER,ce),s.framebufferRenderbuffer(s.FRAMEBUFFER,J,s.RENDERBUFFER,ce)}}else if(R.texture.mipmaps.length>0?t.bindFramebuffer(s.FRAMEBUFFER,b.__webglFramebuffer[0]):t.bindFramebuffer(s.FRAMEBUFFER,b.__webglFramebuffer),b.__webglDepthbuffer===void 0)b.__webglDepthbuffer=s.createRenderbuffer(),An(b.__webglDepthbuffer,R,!1);else{let J=R.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,ce=b.__webglDepthbuffer;s.bindRenderbuffer(s.RENDERBUFFER,ce),s.framebufferRenderbuffer(s.FRAMEBUFFER,J,s.RENDERBUFFER,ce)}t.bindFramebuffer(s.FRAMEBUFFER,null)}function Rn(R,b,F){let ie=n.get(R);b!==void 0&&pt(ie.__webglFramebuffer,R,R.texture,s.COLOR_ATTACHMENT0,s.TEXTURE_2D,0),F!==void 0&&ln(R)}function gn(R){let b=R.texture,F=n.get(R),ie=n.get(b);R.addEventListener("dispose",U),I(R);let J=R.textures,ce=R.isWebGLCubeRenderTarget===!0,de=J.length>1;if(de||(ie.__webglTexture===void 0&&(ie.__webglTexture=s.createTexture()),ie.__version=b.version,o.memory.textures++),ce){F.__webglFramebuffer=[];for(let j=0;j<6;j++)if(b.mipmaps.length>0){F.__webglFramebuffer[j]=[];for(let K=0;K<b.mipmaps.length;K++)F.__webglFramebuffer[j][K]=s.createFramebuffer()}else F.__webglFramebuffer[j]=s.createFramebuffer()}else{if(b.mipmaps.length>0){F.__webglFramebuffer=[];for(let j=0;j<b.mipmaps.length;j++)F.__webglFramebuffer[j]=s.createFramebuffer()}else F.__webglFramebuffer=s.createFramebuffer();if(de)for(let j=0,K=J.length;j<K;j++){let he=n.get(J[j]);he.__webglTexture===void 0&&(he.__webglTexture=s.createTexture(),o.memory.textures++)}if(R.samples>0&&ge(R)===!1){F.__webglMultisampledFramebuffer=s.createFramebuffer(),F.__webglColorRenderbuffer=[],t.bindFramebuffer(s.FRAMEBUFFER,F.__webglMultisampledFramebuffer);for(let j=0;j<J.length;j++){let K=J[j];F.__webglColorRenderbuffer[j]=s.createRenderbuffer(),s.bindRenderbuffer(s.RENDERBUFFER,F.__webglColorRenderbuffer[j]);let he=r.convert(K.format,K.colorSpace),P=r.convert(K.type),Z=E(K.internalFormat,he,P,K.normalized,K.colorSpace,R.isXRRenderTarget===!0),q=gt(R);s.renderbufferStorageMultisample(s.RENDERBUFFER,q,Z,R.width,R.height),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+j,s.RENDERBUFFER,F.__webglColorRenderbuffer[j])}s.bindRenderbuffer(s.RENDERBUFFER,null),R.depthBuffer&&(F.__webglDepthRenderbuffer=s.createRenderbuffer(),An(F.__webglDepthRenderbuffer,R,!0)),t.bindFramebuffer(s.FRAMEBUFFER,null)}}if(ce){t.bindTexture(s.TEXTURE_CUBE_MAP,ie.__webglTexture),tt(s.TEXTURE_CUBE_MAP,b);for(let j=0;j<6;j++)if(b.mipmaps.length>0)for(let K=0;K<b.mipmaps.length;K++)pt(F.__webglFramebuffer[j][K],R,b,s.COLOR_ATTACHMENT0,s.TEXTURE_CUBE_MAP_POSITIVE_X+j,K);else pt(F.__webglFramebuffer[j],R,b,s.COLOR_ATTACHMENT0,s.TEXTURE_CUBE_MAP_POSITIVE_X+j,0);T(b)?x(s.TEXTURE_CUBE_MAP):b.mipmaps.length>0&&s.texParameteri(s.TEXTURE_CUBE_MAP,s.TEXTURE_MAX_LEVEL,b.mipmaps.length-1),t.unbindTexture()}else if(de){for(let j=0,K=J.length;j<K;j++){let he=J[j],P=n.get(he),Z=s.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(Z=R.isWebGL3DRenderTarget?s.TEXTURE_3D:s.TEXTURE_2D_ARRAY),t.bindTexture(Z,P.__webglTexture),tt(Z,he),pt(F.__webglFramebuffer,R,he,s.COLOR_ATTACHMENT0+j,Z,0),T(he)&&x(Z)}t.unbindTexture()}else{let j=s.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(j=R.isWebGL3DRenderTarget?s.TEXTURE_3D:s.TEXTURE_2D_ARRAY),t.bindTexture(j,ie.__webglTexture),tt(j,b),b.mipmaps.length>0)for(let K=0;K<b.mipmaps.length;K++)pt(F.__webglFramebuffer[K],R,b,s.COLOR_ATTACHMENT0,j,K);else pt(F.__webglFramebuffer,R,b,s.COLOR_ATTACHMENT0,j,0);T(b)?x(j):b.mipmaps.length>0&&s.texParameteri(j,s.TEXTURE_MAX_LEVEL,b.mipmaps.length-1),t.unbindTexture()}R.depthBuffer&&ln(R)}function O(R){let b=R.textures;for(let F=0,ie=b.length;F<ie;F++){let J=b[F];if(T(J)&&J.mipmapsAutoUpdate===!0){let ce=A(R),de=n.get(J).__webglTexture;t.bindTexture(ce,de),x(ce),t.unbindTexture()}}}let cn=[];function mt(R){if(R.samples>0){if(ge(R)===!1){let b=R.textures,F=R.width,ie=R.height,J=s.COLOR_BUFFER_BIT,ce=R.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,de=n.get(R),j=b.length>1;if(j)for(let he=0;he<b.length;he++)t.bindFramebuffer(s.FRAMEBUFFER,de.__webglMultisampledFramebuffer),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+he,s.RENDERBUFFER,null),t.bindFramebuffer(s.FRAMEBUFFER,de.__webglFramebuffer),s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0+he,s.TEXTURE_2D,null,0);t.bindFramebuffer(s.READ_FRAMEBUFFER,de.__webglMultisampledFramebuffer),R.texture.mipmaps.length>0?t.bindFramebuffer(s.DRAW_FRAMEBUFFER,de.__webglFramebuffer[0]):t.bindFramebuffer(s.DRAW_FRAMEBUFFER,de.__webglFramebuffer);for(let he=0;he<b.length;he++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(J|=s.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(J|=s.STENCIL_BUFFER_BIT)),j){s.framebufferRenderbuffer(s.READ_FRAMEBUFFER,s.COLOR_ATTACHMENT0,s.RENDERBUFFER,de.__webglColorRenderbuffer[he]);let P=n.get(b[he]).__webglTexture;s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0,s.TEXTURE_2D,P,0)}s.blitFramebuffer(0,0,F,ie,0,0,F,ie,J,s.NEAREST),l===!0&&(cn.length=0,cn.push(s.COLOR_ATTACHMENT0+he),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&cn.push(ce),s.invalidateFramebuffer(s.READ_FRAMEBUFFER,cn))}if(t.bindFramebuffer(s.READ_FRAMEBUFFER,null),t.bindFramebuffer(s.DRAW_FRAMEBUFFER,null),j)for(let he=0;he<b.length;he++){t.bindFramebuffer(s.FRAMEBUFFER,de.__webglMultisampledFramebuffer),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+he,s.RENDERBUFFER,de.__webglColorRenderbuffer[he]);let P=n.get(b[he]).__webglTexture;t.bindFramebuffer(s.FRAMEBUFFER,de.__webglFramebuffer),s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0+he,s.TEXTURE_2D,P,0)}t.bindFramebuffer(s.DRAW_FRAMEBUFFER,de.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&l){let b=R.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;s.invalidateFramebuffer(s.DRAW_FRAMEBUFFER,[b])}}}function gt(R){return Math.min(i.maxSamples,R.samples)}function ge(R){let b=n.get(R);return R.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&b.__useRenderToTexture!==!1}function Nt(R){let b=o.render.frame;h.get(R)!==b&&(h.set(R,b),R.update())}function Le(R,b){let F=R.colorSpace,ie=R.format,J=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||F!==Ct&&F!==Ui&&(qe.getTransfer(F)===at?(ie!==Fn||J!==wn)&&De("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Be("WebGLTextures: Unsupported texture color space:",F)),b}function ke(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=Fe,this.resetTextureUnits=Q,this.getTextureUnits=te,this.setTextureUnits=Me,this.setTexture2D=_e,this.setTexture2DArray=we,this.setTexture3D=Oe,this.setTextureCube=ve,this.rebindTextures=Rn,this.setupRenderTarget=gn,this.updateRenderTargetMipmap=O,this.updateMultisampleRenderTarget=mt,this.setupDepthRenderbuffer=ln,this.setupFrameBufferTexture=pt,this.useMultisampledRTT=ge,this.dispose=H}function dS(s,e){function t(n,i=Ui){let r,o=qe.getTransfer(i);if(n===wn)return s.UNSIGNED_BYTE;if(n===fl)return s.UNSIGNED_SHORT_4_4_4_4;if(n===pl)return s.UNSIGNED_SHORT_5_5_5_1;if(n===Fu)return s.UNSIGNED_INT_5_9_9_9_REV;if(n===Bu)return s.UNSIGNED_INT_10F_11F_11F_REV;if(n===Ou)return s.BYTE;if(n===Uu)return s.SHORT;if(n===kr)return s.UNSIGNED_SHORT;if(n===dl)return s.INT;if(n===qn)return s.UNSIGNED_INT;if(n===mn)return s.FLOAT;if(n===Yn)return s.HALF_FLOAT;if(n===ku)return s.ALPHA;if(n===zu)return s.RGB;if(n===Fn)return s.RGBA;if(n===Ti)return s.DEPTH_COMPONENT;if(n===Oi)return s.DEPTH_STENCIL;if(n===ml)return s.RED;if(n===gl)return s.RED_INTEGER;if(n===rs)return s.RG;if(n===_l)return s.RG_INTEGER;if(n===yl)return s.RGBA_INTEGER;if(n===Io||n===Do||n===No||n===Oo)if(o===at)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===Io)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===Do)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===No)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Oo)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===Io)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===Do)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===No)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Oo)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===vl||n===xl||n===bl||n===Ml)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===vl)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===xl)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===bl)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Ml)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Sl||n===wl||n===Tl||n===El||n===Al||n===Uo||n===Rl)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Sl||n===wl)return o===at?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Tl)return o===at?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===El)return r.COMPRESSED_R11_EAC;if(n===Al)return r.COMPRESSED_SIGNED_R11_EAC;if(n===Uo)return r.COMPRESSED_RG11_EAC;if(n===Rl)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===Cl||n===Pl||n===Ll||n===Il||n===Dl||n===Nl||n===Ol||n===Ul||n===Fl||n===Bl||n===kl||n===zl||n===Hl||n===Vl)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Cl)return o===at?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Pl)return o===at?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Ll)return o===at?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Il)return o===at?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Dl)return o===at?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Nl)return o===at?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===Ol)return o===at?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===Ul)return o===at?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Fl)return o===at?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===Bl)return o===at?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===kl)return o===at?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===zl)return o===at?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===Hl)return o===at?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===Vl)return o===at?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Gl||n===Wl||n===Xl)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(n===Gl)return o===at?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Wl)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===Xl)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===ql||n===Yl||n===Fo||n===jl)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(n===ql)return r.COMPRESSED_RED_RGTC1_EXT;if(n===Yl)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Fo)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===jl)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Bs?s.UNSIGNED_INT_24_8:s[n]!==void 0?s[n]:null}return{convert:t}}var fS=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,pS=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,cd=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new Mo(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new vn({vertexShader:fS,fragmentShader:pS,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new se(new On(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},hd=class extends Xn{constructor(e,t){super();let n=this,i=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,m=null,y=typeof XRWebGLBinding<"u",p=new cd,g={},v=t.getContextAttributes(),T=null,x=null,A=[],E=[],_=new Ee,w=null,I=null,C=new xt;C.viewport=new ct;let N=new xt;N.viewport=new ct;let U=[C,N],W=new ll,L=null,H=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function($){let _e=A[$];return _e===void 0&&(_e=new wr,A[$]=_e),_e.getTargetRaySpace()},this.getControllerGrip=function($){let _e=A[$];return _e===void 0&&(_e=new wr,A[$]=_e),_e.getGripSpace()},this.getHand=function($){let _e=A[$];return _e===void 0&&(_e=new wr,A[$]=_e),_e.getHandSpace()};function Y($){let _e=E.indexOf($.inputSource);if(_e===-1)return;let we=A[_e];we!==void 0&&(we.update($.inputSource,$.frame,c||o),we.dispatchEvent({type:$.type,data:$.inputSource}))}function z(){i.removeEventListener("select",Y),i.removeEventListener("selectstart",Y),i.removeEventListener("selectend",Y),i.removeEventListener("squeeze",Y),i.removeEventListener("squeezestart",Y),i.removeEventListener("squeezeend",Y),i.removeEventListener("end",z),i.removeEventListener("inputsourceschange",ne);for(let $=0;$<A.length;$++){let _e=E[$];_e!==null&&(E[$]=null,A[$].disconnect(_e))}L=null,H=null,p.reset();for(let $ in g)delete g[$];if(e.setRenderTarget(T),f=null,d=null,u=null,i=null,x=null,Fe.stop(),n.isPresenting=!1,e.setPixelRatio(w),e.setSize(_.width,_.height,!1),I!==null){let $=I.camera;$.fov=I.fov,$.zoom=I.zoom,$.updateProjectionMatrix(),I=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function($){r=$,n.isPresenting===!0&&De("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function($){a=$,n.isPresenting===!0&&De("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function($){c=$},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u===null&&y&&(u=new XRWebGLBinding(i,t)),u},this.getFrame=function(){return m},this.getSession=function(){return i},this.setSession=async function($){if(i=$,i!==null){if(T=e.getRenderTarget(),i.addEventListener("select",Y),i.addEventListener("selectstart",Y),i.addEventListener("selectend",Y),i.addEventListener("squeeze",Y),i.addEventListener("squeezestart",Y),i.addEventListener("squeezeend",Y),i.addEventListener("end",z),i.addEventListener("inputsourceschange",ne),v.xrCompatible!==!0&&await t.makeXRCompatible(),w=e.getPixelRatio(),e.getSize(_),y&&"createProjectionLayer"in XRWebGLBinding.prototype){let we=null,Oe=null,ve=null;v.depth&&(ve=v.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,we=v.stencil?Oi:Ti,Oe=v.stencil?Bs:qn);let ze={colorFormat:t.RGBA8,depthFormat:ve,scaleFactor:r};u=this.getBinding(),d=u.createProjectionLayer(ze),i.updateRenderState({layers:[d]}),e.setPixelRatio(1),e.setSize(d.textureWidth,d.textureHeight,!1),x=new nn(d.textureWidth,d.textureHeight,{format:Fn,type:wn,depthTexture:new Ai(d.textureWidth,d.textureHeight,Oe,void 0,void 0,void 0,void 0,void 0,void 0,we),stencilBuffer:v.stencil,colorSpace:e.outputColorSpace,samples:v.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let we={antialias:v.antialias,alpha:!0,depth:v.depth,stencil:v.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(i,t,we),i.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),x=new nn(f.framebufferWidth,f.framebufferHeight,{format:Fn,type:wn,colorSpace:e.outputColorSpace,stencilBuffer:v.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}x.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await i.requestReferenceSpace(a),Fe.setContext(i),Fe.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(i!==null)return i.environmentBlendMode},this.getDepthTexture=function(){return p.getDepthTexture()};function ne($){for(let _e=0;_e<$.removed.length;_e++){let we=$.removed[_e],Oe=E.indexOf(we);Oe>=0&&(E[Oe]=null,A[Oe].disconnect(we))}for(let _e=0;_e<$.added.length;_e++){let we=$.added[_e],Oe=E.indexOf(we);if(Oe===-1){for(let ze=0;ze<A.length;ze++)if(ze>=E.length){E.push(we),Oe=ze;break}else if(E[ze]===null){E[ze]=we,Oe=ze;break}if(Oe===-1)break}let ve=A[Oe];ve&&ve.connect(we)}}function V($,_e){_e===null?$.matrixWorld.copy($.matrix):$.matrixWorld.multiplyMatrices(_e.matrixWorld,$.matrix),$.matrixWorldInverse.copy($.matrixWorld).invert()}this.updateCamera=function($){if(i===null)return;let _e=$.near,we=$.far;p.texture!==null&&(p.depthNear>0&&(_e=p.depthNear),p.depthFar>0&&(we=p.depthFar)),W.near=N.near=C.near=_e,W.far=N.far=C.far=we,(L!==W.near||H!==W.far)&&(i.updateRenderState({depthNear:W.near,depthFar:W.far}),L=W.near,H=W.far),W.layers.mask=$.layers.mask|6,C.layers.mask=W.layers.mask&-5,N.layers.mask=W.layers.mask&-3;let Oe=$.parent,ve=W.cameras;V(W,Oe);for(let ze=0;ze<ve.length;ze++)V(ve[ze],Oe);W.projectionMatrix.copy(C.projectionMatrix),W.projectionMatrixInverse.copy(C.projectionMatrixInverse),I===null&&$.isPerspectiveCamera&&(I={camera:$,fov:$.fov,zoom:$.zoom}),Q($,W,Oe)};function Q($,_e,we){we===null?$.matrix.copy(_e.matrixWorld):($.matrix.copy(we.matrixWorld),$.matrix.invert(),$.matrix.multiply(_e.matrixWorld)),$.matrix.decompose($.position,$.quaternion,$.scale),$.updateMatrixWorld(!0),$.projectionMatrix.copy(_e.projectionMatrix),$.projectionMatrixInverse.copy(_e.projectionMatrixInverse),$.isPerspectiveCamera&&($.fov=As*2*Math.atan(1/$.projectionMatrix.elements[5]),$.zoom=1)}this.getCamera=function(){return W},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function($){l=$,d!==null&&(d.fixedFoveation=$),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=$)},this.hasDepthSensing=function(){return p.texture!==null},this.getDepthSensingMesh=function(){return p.getMesh(W)},this.getCameraTexture=function($){return g[$]};let te=null;function Me($,_e){if(h=_e.getViewerPose(c||o),m=_e,h!==null){let we=h.views;f!==null&&(e.setRenderTargetFramebuffer(x,f.framebuffer),e.setRenderTarget(x));let Oe=!1;we.length!==W.cameras.length&&(W.cameras.length=0,Oe=!0);for(let Ue=0;Ue<we.length;Ue++){let tt=we[Ue],ot=null;if(f!==null)ot=f.getViewport(tt);else{let Ft=u.getViewSubImage(d,tt);ot=Ft.viewport,Ue===0&&(e.setRenderTargetTextures(x,Ft.colorTexture,Ft.depthStencilTexture),e.setRenderTarget(x))}let Xe=U[Ue];Xe===void 0&&(Xe=new xt,Xe.layers.enable(Ue),Xe.viewport=new ct,U[Ue]=Xe),Xe.matrix.fromArray(tt.transform.matrix),Xe.matrix.decompose(Xe.position,Xe.quaternion,Xe.scale),Xe.projectionMatrix.fromArray(tt.projectionMatrix),Xe.projectionMatrixInverse.copy(Xe.projectionMatrix).invert(),Xe.viewport.set(ot.x,ot.y,ot.width,ot.height),Ue===0&&(W.matrix.copy(Xe.matrix),W.matrix.decompose(W.position,W.quaternion,W.scale)),Oe===!0&&W.cameras.push(Xe)}let ve=i.enabledFeatures;if(ve&&ve.includes("depth-sensing")&&i.depthUsage=="gpu-optimized"&&y){u=n.getBinding();let Ue=u.getDepthInformation(we[0]);Ue&&Ue.isValid&&Ue.texture&&p.init(Ue,i.renderState)}if(ve&&ve.includes("camera-access")&&y){e.state.unbindTexture(),u=n.getBinding();for(let Ue=0;Ue<we.length;Ue++){let tt=we[Ue].camera;if(tt){let ot=g[tt];ot||(ot=new Mo,g[tt]=ot);let Xe=u.getCameraImage(tt);ot.sourceTexture=Xe}}}}for(let we=0;we<A.length;we++){let Oe=E[we],ve=A[we];Oe!==null&&ve!==void 0&&ve.update(Oe,_e,c||o)}te&&te($,_e),_e.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:_e}),m=null}let Fe=new Wm;Fe.setAnimationLoop(Me),this.setAnimationLoop=function($){te=$},this.dispose=function(){}}},mS=new Se,eg=new Ce;eg.set(-1,0,0,0,1,0,0,0,1);function gS(s,e){function t(p,g){p.matrixAutoUpdate===!0&&p.updateMatrix(),g.value.copy(p.matrix)}function n(p,g){g.color.getRGB(p.fogColor.value,Ku(s)),g.isFog?(p.fogNear.value=g.near,p.fogFar.value=g.far):g.isFogExp2&&(p.fogDensity.value=g.density)}function i(p,g,v,T,x){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(p,g):g.isMeshLambertMaterial?(r(p,g),g.envMap&&(p.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(p,g),u(p,g)):g.isMeshPhongMaterial?(r(p,g),h(p,g),g.envMap&&(p.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(p,g),d(p,g),g.isMeshPhysicalMaterial&&f(p,g,x)):g.isMeshMatcapMaterial?(r(p,g),m(p,g)):g.isMeshDepthMaterial?r(p,g):g.isMeshDistanceMaterial?(r(p,g),y(p,g)):g.isMeshNormalMaterial?r(p,g):g.isLineBasicMaterial?(o(p,g),g.isLineDashedMaterial&&a(p,g)):g.isPointsMaterial?l(p,g,v,T):g.isSpriteMaterial?c(p,g):g.isShadowMaterial?(p.color.value.copy(g.color),p.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(p,g){p.opacity.value=g.opacity,g.color&&p.diffuse.value.copy(g.color),g.emissive&&p.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(p.map.value=g.map,t(g.map,p.mapTransform)),g.alphaMap&&(p.alphaMap.value=g.alphaMap,t(g.alphaMap,p.alphaMapTransform)),g.bumpMap&&(p.bumpMap.value=g.bumpMap,t(g.bumpMap,p.bumpMapTransform),p.bumpScale.value=g.bumpScale,g.side===Ut&&(p.bumpScale.value*=-1)),g.normalMap&&(p.normalMap.value=g.normalMap,t(g.normalMap,p.normalMapTransform),p.normalScale.value.copy(g.normalScale),g.side===Ut&&p.normalScale.value.negate()),g.displacementMap&&(p.displacementMap.value=g.displacementMap,t(g.displacementMap,p.displacementMapTransform),p.displacementScale.value=g.displacementScale,p.displacementBias.value=g.displacementBias),g.emissiveMap&&(p.emissiveMap.value=g.emissiveMap,t(g.emissiveMap,p.emissiveMapTransform)),g.specularMap&&(p.specularMap.value=g.specularMap,t(g.specularMap,p.specularMapTransform)),g.alphaTest>0&&(p.alphaTest.value=g.alphaTest);let v=e.get(g),T=v.envMap,x=v.envMapRotation;T&&(p.envMap.value=T,p.envMapRotation.value.setFromMatrix4(mS.makeRotationFromEuler(x)).transpose(),T.isCubeTexture&&T.isRenderTargetTexture===!1&&p.envMapRotation.value.premultiply(eg),p.reflectivity.value=g.reflectivity,p.ior.value=g.ior,p.refractionRatio.value=g.refractionRatio),g.lightMap&&(p.lightMap.value=g.lightMap,p.lightMapIntensity.value=g.lightMapIntensity,t(g.lightMap,p.lightMapTransform)),g.aoMap&&(p.aoMap.value=g.aoMap,p.aoMapIntensity.value=g.aoMapIntensity,t(g.aoMap,p.aoMapTransform))}function o(p,g){p.diffuse.value.copy(g.color),p.opacity.value=g.opacity,g.map&&(p.map.value=g.map,t(g.map,p.mapTransform))}function a(p,g){p.dashSize.value=g.dashSize,p.totalSize.value=g.dashSize+g.gapSize,p.scale.value=g.scale}function l(p,g,v,T){p.diffuse.value.copy(g.color),p.opacity.value=g.opacity,p.size.value=g.size*v,p.scale.value=T*.5,g.map&&(p.map.value=g.map,t(g.map,p.uvTransform)),g.alphaMap&&(p.alphaMap.value=g.alphaMap,t(g.alphaMap,p.alphaMapTransform)),g.alphaTest>0&&(p.alphaTest.value=g.alphaTest)}function c(p,g){p.diffuse.value.copy(g.color),p.opacity.value=g.opacity,p.rotation.value=g.rotation,g.map&&(p.map.value=g.map,t(g.map,p.mapTransform)),g.alphaMap&&(p.alphaMap.value=g.alphaMap,t(g.alphaMap,p.alphaMapTransform)),g.alphaTest>0&&(p.alphaTest.value=g.alphaTest)}function h(p,g){p.specular.value.copy(g.specular),p.shininess.value=Math.max(g.shininess,1e-4)}function u(p,g){g.gradientMap&&(p.gradientMap.value=g.gradientMap)}function d(p,g){p.metalness.value=g.metalness,g.metalnessMap&&(p.metalnessMap.value=g.metalnessMap,t(g.metalnessMap,p.metalnessMapTransform)),p.roughness.value=g.roughness,g.roughnessMap&&(p.roughnessMap.value=g.roughnessMap,t(g.roughnessMap,p.roughnessMapTransform)),g.envMap&&(p.envMapIntensity.value=g.envMapIntensity)}function f(p,g,v){p.ior.value=g.ior,g.diffuseRoughness>0&&(p.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(p.diffuseRoughnessMap.value=g.diffuseRoughnessMap,t(g.diffuseRoughnessMap,p.diffuseRoughnessMapTransform))),g.sheen>0&&(p.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),p.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(p.sheenColorMap.value=g.sheenColorMap,t(g.sheenColorMap,p.sheenColorMapTransform)),g.sheenRoughnessMap&&(p.sheenRoughnessMap.value=g.sheenRoughnessMap,t(g.sheenRoughnessMap,p.sheenRoughnessMapTransform))),g.clearcoat>0&&(p.clearcoat.value=g.clearcoat,p.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(p.clearcoatMap.value=g.clearcoatMap,t(g.clearcoatMap,p.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(p.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,t(g.clearcoatRoughnessMap,p.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(p.clearcoatNormalMap.value=g.clearcoatNormalMap,t(g.clearcoatNormalMap,p.clearcoatNormalMapTransform),p.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===Ut&&p.clearcoatNormalScale.value.negate())),g.dispersion>0&&(p.dispersion.value=g.dispersion),g.retroreflectivity>0&&(p.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(p.iridescence.value=g.iridescence,p.iridescenceIOR.value=g.iridescenceIOR,p.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,p.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(p.iridescenceMap.value=g.iridescenceMap,t(g.iridescenceMap,p.iridescenceMapTransform)),g.iridescenceThicknessMap&&(p.iridescenceThicknessMap.value=g.iridescenceThicknessMap,t(g.iridescenceThicknessMap,p.iridescenceThicknessMapTransform))),g.transmission>0&&(p.transmission.value=g.transmission,p.transmissionSamplerMap.value=v.texture,p.transmissionSamplerSize.value.set(v.width,v.height),g.transmissionMap&&(p.transmissionMap.value=g.transmissionMap,t(g.transmissionMap,p.transmissionMapTransform)),p.thickness.value=g.thickness,g.thicknessMap&&(p.thicknessMap.value=g.thicknessMap,t(g.thicknessMap,p.thicknessMapTransform)),p.attenuationDistance.value=g.attenuationDistance,p.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(p.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(p.anisotropyMap.value=g.anisotropyMap,t(g.anisotropyMap,p.anisotropyMapTransform))),p.specularIntensity.value=g.specularIntensity,p.specularColor.value.copy(g.specularColor),g.specularColorMap&&(p.specularColorMap.value=g.specularColorMap,t(g.specularColorMap,p.specularColorMapTransform)),g.specularIntensityMap&&(p.specularIntensityMap.value=g.specularIntensityMap,t(g.specularIntensityMap,p.specularIntensityMapTransform))}function m(p,g){g.matcap&&(p.matcap.value=g.matcap)}function y(p,g){let v=e.get(g).light;p.referencePosition.value.setFromMatrixPosition(v.matrixWorld),p.nearDistance.value=v.shadow.camera.near,p.farDistance.value=v.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:i}}function _S(s,e,t,n){let i={},r={};function o(v,T){let x=T.program;n.uniformBlockBinding(v,x,i[v.id])}function a(v,T){let x=i[v.id];x===void 0&&(m(v),x=l(v),i[v.id]=x,v.addEventListener("dispose",p));let A=T.program;n.updateUBOMapping(v,A);let E=e.render.frame;r[v.id]!==E&&(c(v),r[v.id]=E)}function l(v){let T=s.createBuffer(),x=v.__size,A=v.usage;return s.bindBuffer(s.UNIFORM_BUFFER,T),s.bufferData(s.UNIFORM_BUFFER,x,A),s.bindBuffer(s.UNIFORM_BUFFER,null),T}function c(v){let T=i[v.id],x=v.uniforms,A=v.__cache;s.bindBuffer(s.UNIFORM_BUFFER,T);for(let E=0,_=x.length;E<_;E++){let w=x[E];if(Array.isArray(w))for(let I=0,C=w.length;I<C;I++)h(w[I],E,I,A);else h(w,E,0,A)}s.bindBuffer(s.UNIFORM_BUFFER,null)}function h(v,T,x,A){if(d(v,T,x,A)===!0){let E=v.__offset,_=v.value;if(Array.isArray(_)){let w=0;for(let I=0;I<_.length;I++){let C=_[I],N=y(C,!0);u(C,v.__data,w),w+=N.storage/Float32Array.BYTES_PER_ELEMENT}}else u(_,v.__data,0);s.bufferSubData(s.UNIFORM_BUFFER,E,v.__data)}}function u(v,T,x){typeof v=="number"||typeof v=="boolean"?T[x]=v:v.isMatrix3?(T[x]=v.elements[0],T[x+1]=v.elements[1],T[x+2]=v.elements[2],T[x+3]=0,T[x+4]=v.elements[3],T[x+5]=v.elements[4],T[x+6]=v.elements[5],T[x+7]=0,T[x+8]=v.elements[6],T[x+9]=v.elements[7],T[x+10]=v.elements[8],T[x+11]=0):ArrayBuffer.isView(v)?T.set(v.subarray(0,T.length-x),x):v.toArray(T,x)}function d(v,T,x,A){let E=v.value,_=T+"_"+x;if(Array.isArray(E)){A[_]===void 0&&(A[_]=[]);let w=A[_],I=!1;for(let C=0;C<E.length;C++)f(E[C],w,C)===!0&&(I=!0);return I}return f(E,A,_)}function f(v,T,x){if(T[x]===void 0)return typeof v=="number"||typeof v=="boolean"?T[x]=v:ArrayBuffer.isView(v)?T[x]=v.slice():T[x]=v.clone(),!0;{let A=T[x];if(typeof v=="number"||typeof v=="boolean"){if(A!==v)return T[x]=v,!0}else{if(ArrayBuffer.isView(v))return!0;if(A.equals(v)===!1)return A.copy(v),!0}}return!1}function m(v){let T=v.uniforms,x=0,A=16;for(let _=0,w=T.length;_<w;_++){let I=Array.isArray(T[_])?T[_]:[T[_]];for(let C=0,N=I.length;C<N;C++){let U=I[C],W=Array.isArray(U.value)?U.value:[U.value],L=Array.isArray(T[_])||Array.isArray(U.value),H=x;for(let z=0,ne=W.length;z<ne;z++){let V=W[z],Q=y(V,L),te=x%A,Me=te%Q.boundary,Fe=te+Me;x+=Me,Fe!==0&&A-Fe<Q.storage&&(x+=A-Fe),z===0&&(H=x),x+=Q.storage}let Y=U.type==="int"?Int32Array:U.type==="uint"?Uint32Array:Float32Array;U.__data=new Y((x-H)/Float32Array.BYTES_PER_ELEMENT),U.__offset=H}}let E=x%A;return E>0&&(x+=A-E),v.__size=x,v.__cache={},this}function y(v,T){let x={boundary:0,storage:0};return typeof v=="number"||typeof v=="boolean"?(x.boundary=4,x.storage=4):v.isVector2?(x.boundary=8,x.storage=8):v.isVector3||v.isColor?(x.boundary=16,x.storage=12):v.isVector4?(x.boundary=16,x.storage=16):v.isMatrix3?(x.boundary=16,x.storage=48):v.isMatrix4?(x.boundary=16,x.storage=64):v.isTexture?De("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(v)?(x.boundary=16,x.storage=v.byteLength):De("WebGLRenderer: Unsupported uniform value type.",v),T===!0&&(x.boundary=16,x.storage=Math.ceil(x.storage/16)*16),x}function p(v){let T=v.target;T.removeEventListener("dispose",p),s.deleteBuffer(i[T.id]),delete i[T.id],delete r[T.id]}function g(){for(let v in i)s.deleteBuffer(i[v]);i={},r={}}return{bind:o,update:a,dispose:g}}var yS=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),ci=null;function vS(){return ci===null&&(ci=new ti(yS,16,16,rs,Yn),ci.name="DFG_LUT",ci.minFilter=bt,ci.magFilter=bt,ci.wrapS=_n,ci.wrapT=_n,ci.generateMipmaps=!1,ci.needsUpdate=!0),ci}var Ql=class{constructor(e={}){let{canvas:t=gm(),context:n=null,depth:i=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=wn}=e;this.isWebGLRenderer=!0;let m;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");m=n.getContextAttributes().alpha}else m=o;let y=f,p=new Set([yl,_l,gl]),g=new Set([wn,qn,kr,Bs,fl,pl]),v=new Uint32Array(4),T=new Int32Array(4),x={textures:[],min:[],max:[],resolution:[]},A=null,E=null,_=[],w=[],I=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=ai,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let C=this,N=!1,U=null,W=null,L=null,H=null;this._outputColorSpace=vt;let Y=0,z=0,ne=null,V=-1,Q=null,te=new ct,Me=new ct,Fe=null,$=new le(0),_e=0,we=t.width,Oe=t.height,ve=1,ze=null,wt=null,Ue=new ct(0,0,we,Oe),tt=new ct(0,0,we,Oe),ot=!1,Xe=new Ki,Ft=new $a,Rt=!1,jt=!1,pt=new Se,An=new S,Dt=new ct,ln={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Rn=!1;function gn(){return ne===null?ve:1}let O=n;function cn(M,D){return t.getContext(M,D)}let mt,gt,ge,Nt,Le,ke,R,b,F,ie,J,ce,de,j,K,he,P,Z,q,ue,oe,ae,Ie;try{let M={alpha:!0,depth:i,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Ne,!1),t.addEventListener("webglcontextrestored",Ge,!1),t.addEventListener("webglcontextcreationerror",ye,!1),O===null){let D="webgl2";if(O=cn(D,M),O===null)throw cn(D)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}We()}catch(M){throw t.removeEventListener("webglcontextlost",Ne,!1),t.removeEventListener("webglcontextrestored",Ge,!1),t.removeEventListener("webglcontextcreationerror",ye,!1),Be("WebGLRenderer: "+M.message),M}function We(){mt=new Pb(O),mt.init(),oe=new dS(O,mt),gt=new vb(O,mt,e,oe),ge=new hS(O,mt),gt.reversedDepthBuffer&&d&&ge.buffers.depth.setReversed(!0),W=O.createFramebuffer(),L=O.createFramebuffer(),H=O.createFramebuffer(),Nt=new Db(O),Le=new ZM,ke=new uS(O,mt,ge,Le,gt,oe,Nt),R=new Cb(C),b=new Oy(O),ae=new _b(O,b),F=new Lb(O,b,Nt,ae),ie=new Ob(O,F,b,ae,Nt),Z=new Nb(O,gt,ke),K=new xb(Le),J=new $M(C,R,mt,gt,ae,K),ce=new gS(C,Le),de=new JM,j=new sS(mt),P=new gb(C,R,ge,ie,m,l),he=new cS(C,ie,gt),Ie=new _S(O,Nt,gt,ge),q=new yb(O,mt,Nt),ue=new Ib(O,mt,Nt),Nt.programs=J.programs,C.capabilities=gt,C.extensions=mt,C.properties=Le,C.renderLists=de,C.shadowMap=he,C.state=ge,C.info=Nt}y!==wn&&(I=new Fb(y,t.width,t.height,a,i,r));let re=new hd(C,O);this.xr=re,this.getContext=function(){return O},this.getContextAttributes=function(){return O.getContextAttributes()},this.forceContextLoss=function(){let M=mt.get("WEBGL_lose_context");M&&M.loseContext()},this.forceContextRestore=function(){let M=mt.get("WEBGL_lose_context");M&&M.restoreContext()},this.getPixelRatio=function(){return ve},this.setPixelRatio=function(M){M!==void 0&&(ve=M,this.setSize(we,Oe,!1))},this.getSize=function(M){return M.set(we,Oe)},this.setSize=function(M,D,X=!0){if(re.isPresenting){De("WebGLRenderer: Can't change size while VR device is presenting.");return}we=M,Oe=D,t.width=Math.floor(M*ve),t.height=Math.floor(D*ve),X===!0&&(t.style.width=M+"px",t.style.height=D+"px"),I!==null&&I.setSize(t.width,t.height),this.setViewport(0,0,M,D)},this.getDrawingBufferSize=function(M){return M.set(we*ve,Oe*ve).floor()},this.setDrawingBufferSize=function(M,D,X){we=M,Oe=D,ve=X,t.width=Math.floor(M*X),t.height=Math.floor(D*X),this.setViewport(0,0,M,D)},this.setEffects=function(M){if(y===wn){Be("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(M){for(let D=0;D<M.length;D++)if(M[D].isOutputPass===!0){De("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}I.setEffects(M||[])},this.getCurrentViewport=function(M){return M.copy(te)},this.getViewport=function(M){return M.copy(Ue)},this.setViewport=function(M,D,X,B){M.isVector4?Ue.set(M.x,M.y,M.z,M.w):Ue.set(M,D,X,B),ge.viewport(te.copy(Ue).multiplyScalar(gn()).round())},this.getScissor=function(M){return M.copy(tt)},this.setScissor=function(M,D,X,B){M.isVector4?tt.set(M.x,M.y,M.z,M.w):tt.set(M,D,X,B),ge.scissor(Me.copy(tt).multiplyScalar(gn()).round())},this.getScissorTest=function(){return ot},this.setScissorTest=function(M){ge.setScissorTest(ot=M)},this.setOpaqueSort=function(M){ze=M},this.setTransparentSort=function(M){wt=M},this.getClearColor=function(M){return M.copy(P.getClearColor())},this.setClearColor=function(){P.setClearColor(...arguments)},this.getClearAlpha=function(){return P.getClearAlpha()},this.setClearAlpha=function(){P.setClearAlpha(...arguments)},this.clear=function(M=!0,D=!0,X=!0){let B=0;if(M){let k=!1;if(ne!==null){let pe=ne.texture.format;k=p.has(pe)}if(k){let pe=ne.texture.type,Te=g.has(pe),fe=P.getClearColor(),xe=P.getClearAlpha(),Pe=fe.r,Ve=fe.g,Ke=fe.b;Te?(v[0]=Pe,v[1]=Ve,v[2]=Ke,v[3]=xe,O.clearBufferuiv(O.COLOR,0,v)):(T[0]=Pe,T[1]=Ve,T[2]=Ke,T[3]=xe,O.clearBufferiv(O.COLOR,0,T))}else B|=O.COLOR_BUFFER_BIT}D&&(B|=O.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),X&&(B|=O.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),B!==0&&O.clear(B)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(M){M.setRenderer(this),U=M},this.dispose=function(){t.removeEventListener("webglcontextlost",Ne,!1),t.removeEventListener("webglcontextrestored",Ge,!1),t.removeEventListener("webglcontextcreationerror",ye,!1),P.dispose(),de.dispose(),j.dispose(),ke.dispose(),Le.dispose(),R.dispose(),ie.dispose(),F.dispose(),ae.dispose(),Ie.dispose(),J.dispose(),re.dispose(),re.removeEventListener("sessionstart",oa),re.removeEventListener("sessionend",Fh),mi.stop()};function Ne(M){M.preventDefault(),fo("WebGLRenderer: Context Lost."),N=!0}function Ge(){fo("WebGLRenderer: Context Restored."),N=!1;let M=Nt.autoReset,D=he.enabled,X=he.autoUpdate,B=he.needsUpdate,k=he.type;We(),Nt.autoReset=M,he.enabled=D,he.autoUpdate=X,he.needsUpdate=B,he.type=k}function ye(M){Be("WebGLRenderer: A WebGL context could not be created. Reason: ",M.statusMessage)}function it(M){let D=M.target;D.removeEventListener("dispose",it),Bt(D)}function Bt(M){Kn(M),Le.remove(M)}function Kn(M){let D=Le.get(M).programs;D!==void 0&&(D.forEach(function(X){J.releaseProgram(X)}),M.isShaderMaterial&&J.releaseShaderCache(M))}this.renderBufferDirect=function(M,D,X,B,k,pe){D===null&&(D=ln);let Te=k.isMesh&&k.matrixWorld.determinantAffine()<0,fe=P_(M,D,X,B,k);ge.setMaterial(B,Te);let xe=X.index,Pe=1;if(B.wireframe===!0){if(xe=F.getWireframeAttribute(X),xe===void 0)return;Pe=2}let Ve=X.drawRange,Ke=X.attributes.position,Ae=Ve.start*Pe,Je=(Ve.start+Ve.count)*Pe;pe!==null&&(Ae=Math.max(Ae,pe.start*Pe),Je=Math.min(Je,(pe.start+pe.count)*Pe)),xe!==null?(Ae=Math.max(Ae,0),Je=Math.min(Je,xe.count)):Ke!=null&&(Ae=Math.max(Ae,0),Je=Math.min(Je,Ke.count));let kt=Je-Ae;if(kt<0||kt===1/0)return;ae.setup(k,B,fe,X,xe);let _t,ut=q;if(xe!==null&&(_t=b.get(xe),ut=ue,ut.setIndex(_t)),k.isMesh)B.wireframe===!0?(ge.setLineWidth(B.wireframeLinewidth*gn()),ut.setMode(O.LINES)):ut.setMode(O.TRIANGLES);else if(k.isLine){let Jt=B.linewidth;Jt===void 0&&(Jt=1),ge.setLineWidth(Jt*gn()),k.isLineSegments?ut.setMode(O.LINES):k.isLineLoop?ut.setMode(O.LINE_LOOP):ut.setMode(O.LINE_STRIP)}else k.isPoints?ut.setMode(O.POINTS):k.isSprite&&ut.setMode(O.TRIANGLES);if(k.isBatchedMesh)if(mt.get("WEBGL_multi_draw"))ut.renderMultiDraw(k._multiDrawStarts,k._multiDrawCounts,k._multiDrawCount);else{let Jt=k._multiDrawStarts,Re=k._multiDrawCounts,hn=k._multiDrawCount,st=xe?b.get(xe).bytesPerElement:1,ys=Le.get(B).currentProgram.getUniforms();for(let Qt=0;Qt<hn;Qt++)ys.setValue(O,"_gl_DrawID",Qt),ut.render(Jt[Qt]/st,Re[Qt])}else if(k.isInstancedMesh)ut.renderInstances(Ae,kt,k.count);else if(X.isInstancedBufferGeometry){let Jt=X._maxInstanceCount!==void 0?X._maxInstanceCount:1/0,Re=Math.min(X.instanceCount,Jt);ut.renderInstances(Ae,kt,Re)}else ut.render(Ae,kt)};function Qs(M,D,X,B){U!==null&&M.isNodeMaterial&&U.setObject(B,M),Rt===!0&&K.setState(M,X,!1),M.transparent===!0&&M.side===nt&&M.forceSinglePass===!1?(M.side=Ut,M.needsUpdate=!0,zi(M,D,B),M.side=oi,M.needsUpdate=!0,zi(M,D,B),M.side=nt):zi(M,D,B)}this.compile=function(M,D,X=null){X===null&&(X=M),U!==null&&U.renderStart(M,D,X),E=j.get(X),E.init(D),w.push(E),X.traverseVisible(function(k){k.isLight&&k.layers.test(D.layers)&&(E.pushLight(k),k.castShadow&&E.pushShadow(k))}),M!==X&&M.traverseVisible(function(k){k.isLight&&k.layers.test(D.layers)&&(E.pushLight(k),k.castShadow&&E.pushShadow(k))}),E.setupLights(),U!==null&&U.updateLights(E.state.lightsArray),jt=this.localClippingEnabled,Rt=K.init(this.clippingPlanes,jt),Rt===!0&&K.setGlobalState(this.clippingPlanes,D),U!==null&&he.render(E.state.shadowsArray,X,D);let B=new Set;return M.traverse(function(k){if(!(k.isMesh||k.isPoints||k.isLine||k.isSprite))return;let pe=k.material;if(pe)if(Array.isArray(pe))for(let Te=0;Te<pe.length;Te++){let fe=pe[Te];Qs(fe,X,D,k),B.add(fe)}else Qs(pe,X,D,k),B.add(pe)}),E=w.pop(),U!==null&&U.renderEnd(),B},this.compileAsync=function(M,D,X=null){let B=this.compile(M,D,X);return new Promise(k=>{function pe(){if(B.forEach(function(Te){let xe=Le.get(Te).currentProgram;(xe===void 0||xe.isReady())&&B.delete(Te)}),B.size===0){k(M);return}setTimeout(pe,10)}mt.get("KHR_parallel_shader_compile")!==null?pe():setTimeout(pe,10)})};let er=null;function Uh(M){er&&er(M)}function oa(){mi.stop()}function Fh(){mi.start()}let mi=new Wm;mi.setAnimationLoop(Uh),typeof self<"u"&&mi.setContext(self),this.setAnimationLoop=function(M){er=M,re.setAnimationLoop(M),M===null?mi.stop():mi.start()},re.addEventListener("sessionstart",oa),re.addEventListener("sessionend",Fh),this.render=function(M,D){if(D!==void 0&&D.isCamera!==!0){Be("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(N===!0)return;U!==null&&U.renderStart(M,D);let X=re.enabled===!0&&re.isPresenting===!0,B=I!==null&&(ne===null||X)&&I.begin(C,ne);if(M.matrixWorldAutoUpdate===!0&&M.updateMatrixWorld(),D.parent===null&&D.matrixWorldAutoUpdate===!0&&D.updateMatrixWorld(),re.enabled===!0&&re.isPresenting===!0&&(I===null||I.isCompositing()===!1)&&(re.cameraAutoUpdate===!0&&re.updateCamera(D),D=re.getCamera()),M.isScene===!0&&M.onBeforeRender(C,M,D,ne),E=j.get(M,w.length),E.init(D),E.state.textureUnits=ke.getTextureUnits(),w.push(E),pt.multiplyMatrices(D.projectionMatrix,D.matrixWorldInverse),D.isArrayCamera?Ft.setFromArrayCamera(D):Xe.setFromProjectionMatrix(pt,Dn,D.reversedDepth),jt=this.localClippingEnabled,Rt=K.init(this.clippingPlanes,jt),A=de.get(M,_.length),A.init(),_.push(A),this.info.render.frame++,re.enabled===!0&&re.isPresenting===!0){let Te=C.xr.getDepthSensingMesh();Te!==null&&tr(Te,D,-1/0,C.sortObjects)}tr(M,D,0,C.sortObjects),A.finish(),U!==null&&U.updateLights(E.state.lightsArray),C.sortObjects===!0&&A.sort(ze,wt),Rn=re.enabled===!1||re.isPresenting===!1||re.hasDepthSensing()===!1,Rn&&P.addToRenderList(A,M),this.info.autoReset===!0&&this.info.reset(),Rt===!0&&K.beginShadows();let k=E.state.shadowsArray;if(he.render(k,M,D),Rt===!0&&K.endShadows(),(B&&I.hasRenderPass())===!1){let Te=A.opaque,fe=A.transmissive;if(E.setupLights(),D.isArrayCamera){let xe=D.cameras;if(fe.length>0)for(let Pe=0,Ve=xe.length;Pe<Ve;Pe++){let Ke=xe[Pe];la(Te,fe,M,Ke)}Rn&&P.render(M);for(let Pe=0,Ve=xe.length;Pe<Ve;Pe++){let Ke=xe[Pe];aa(A,M,Ke,Ke.viewport)}}else fe.length>0&&la(Te,fe,M,D),Rn&&P.render(M),aa(A,M,D)}ne!==null&&z===0&&(ke.updateMultisampleRenderTarget(ne),ke.updateRenderTargetMipmap(ne)),B&&I.end(C),M.isScene===!0&&M.onAfterRender(C,M,D),ae.resetDefaultState(),V=-1,Q=null,w.pop(),w.length>0?(E=w[w.length-1],ke.setTextureUnits(E.state.textureUnits),Rt===!0&&K.setGlobalState(C.clippingPlanes,E.state.camera)):E=null,_.pop(),_.length>0?A=_[_.length-1]:A=null,U!==null&&U.renderEnd()};function tr(M,D,X,B){if(M.visible===!1)return;if(M.layers.test(D.layers)){if(M.isGroup)X=M.renderOrder;else if(M.isLOD)M.autoUpdate===!0&&M.update(D);else if(M.isLight)E.pushLight(M),M.castShadow&&E.pushShadow(M);else if(M.isSprite){let Te=D.isArrayCamera?Ft:Xe;if(!M.frustumCulled||M.intersectsFrustum(Te)){B&&Dt.setFromMatrixPosition(M.matrixWorld).applyMatrix4(pt);let fe=ie.update(M),xe=M.material;xe.visible&&A.push(M,fe,xe,X,Dt.z,null,D)}}else if(M.isMesh||M.isLine||M.isPoints){let Te=D.isArrayCamera?Ft:Xe;if(!M.frustumCulled||M.intersectsFrustum(Te)){let fe=ie.update(M),xe=M.material;if(B&&(M.boundingSphere!==void 0?(M.boundingSphere===null&&M.computeBoundingSphere(),Dt.copy(M.boundingSphere.center)):(fe.boundingSphere===null&&fe.computeBoundingSphere(),Dt.copy(fe.boundingSphere.center)),Dt.applyMatrix4(M.matrixWorld).applyMatrix4(pt)),Array.isArray(xe)){let Pe=fe.groups;for(let Ve=0,Ke=Pe.length;Ve<Ke;Ve++){let Ae=Pe[Ve],Je=xe[Ae.materialIndex];Je&&Je.visible&&A.push(M,fe,Je,X,Dt.z,Ae,D)}}else xe.visible&&A.push(M,fe,xe,X,Dt.z,null,D)}}}let pe=M.children;for(let Te=0,fe=pe.length;Te<fe;Te++)tr(pe[Te],D,X,B)}function aa(M,D,X,B){let{opaque:k,transmissive:pe,transparent:Te}=M;E.setupLightsView(X),Rt===!0&&K.setGlobalState(C.clippingPlanes,X),B&&ge.viewport(te.copy(B)),k.length>0&&gi(k,D,X),pe.length>0&&gi(pe,D,X),Te.length>0&&gi(Te,D,X),ge.buffers.depth.setTest(!0),ge.buffers.depth.setMask(!0),ge.buffers.color.setMask(!0),ge.setPolygonOffset(!1)}function la(M,D,X,B){if((X.isScene===!0?X.overrideMaterial:null)!==null)return;if(E.state.transmissionRenderTarget[B.id]===void 0){let Ae=mt.has("EXT_color_buffer_half_float")||mt.has("EXT_color_buffer_float");E.state.transmissionRenderTarget[B.id]=new nn(1,1,{generateMipmaps:!0,type:Ae?Yn:wn,minFilter:pn,samples:Math.max(4,gt.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:qe.workingColorSpace})}let pe=E.state.transmissionRenderTarget[B.id],Te=B.viewport||te;pe.setSize(Te.z*C.transmissionResolutionScale,Te.w*C.transmissionResolutionScale);let fe=C.getRenderTarget(),xe=C.getActiveCubeFace(),Pe=C.getActiveMipmapLevel();C.setRenderTarget(pe),C.getClearColor($),_e=C.getClearAlpha(),_e<1&&C.setClearColor(16777215,.5),C.clear(),Rn&&P.render(X);let Ve=C.toneMapping;C.toneMapping=ai;let Ke=B.viewport;if(B.viewport!==void 0&&(B.viewport=void 0),E.setupLightsView(B),Rt===!0&&K.setGlobalState(C.clippingPlanes,B),gi(M,X,B),ke.updateMultisampleRenderTarget(pe),ke.updateRenderTargetMipmap(pe),mt.has("WEBGL_multisampled_render_to_texture")===!1){let Ae=!1;for(let Je=0,kt=D.length;Je<kt;Je++){let _t=D[Je],{object:ut,geometry:Jt,material:Re,group:hn}=_t;if(Re.side===nt&&ut.layers.test(B.layers)){let st=Re.side;Re.side=Ut,Re.needsUpdate=!0,ca(ut,X,B,Jt,Re,hn),Re.side=st,Re.needsUpdate=!0,Ae=!0}}Ae===!0&&(ke.updateMultisampleRenderTarget(pe),ke.updateRenderTargetMipmap(pe))}C.setRenderTarget(fe,xe,Pe),C.setClearColor($,_e),Ke!==void 0&&(B.viewport=Ke),C.toneMapping=Ve}function gi(M,D,X){let B=D.isScene===!0?D.overrideMaterial:null;for(let k=0,pe=M.length;k<pe;k++){let Te=M[k],{object:fe,geometry:xe,group:Pe}=Te,Ve=Te.material;Ve.allowOverride===!0&&B!==null&&(Ve=B),fe.layers.test(X.layers)&&ca(fe,D,X,xe,Ve,Pe)}}function ca(M,D,X,B,k,pe){U!==null&&k.isNodeMaterial&&U.setObject(M,k),M.onBeforeRender(C,D,X,B,k,pe),M.modelViewMatrix.multiplyMatrices(X.matrixWorldInverse,M.matrixWorld),M.normalMatrix.getNormalMatrix(M.modelViewMatrix),k.onBeforeRender(C,D,X,B,M,pe),k.transparent===!0&&k.side===nt&&k.forceSinglePass===!1?(k.side=Ut,k.needsUpdate=!0,C.renderBufferDirect(X,D,B,k,M,pe),k.side=oi,k.needsUpdate=!0,C.renderBufferDirect(X,D,B,k,M,pe),k.side=nt):C.renderBufferDirect(X,D,B,k,M,pe),M.onAfterRender(C,D,X,B,k,pe)}function ha(M){let D=0;for(let X of M)X.texture!==null&&D++;return D}function zi(M,D,X){D.isScene!==!0&&(D=ln);let B=Le.get(M),k=E.state.lights,pe=E.state.shadowsArray,Te=k.state.version,fe=J.getParameters(M,k.state,pe,D,X,E.state.lightProbeGridArray),xe=J.getProgramCacheKey(fe),Pe=B.programs;B.environment=M.isMeshStandardMaterial||M.isMeshLambertMaterial||M.isMeshPhongMaterial?D.environment:null,B.fog=D.fog;let Ve=M.isMeshStandardMaterial||M.isMeshLambertMaterial&&!M.envMap||M.isMeshPhongMaterial&&!M.envMap;B.envMap=R.get(M.envMap||B.environment,Ve),B.envMapRotation=B.environment!==null&&M.envMap===null?D.environmentRotation:M.envMapRotation,Pe===void 0&&(M.addEventListener("dispose",it),Pe=new Map,B.programs=Pe,B.programVariants=new Map);let Ke=Pe.get(xe);if(Ke!==void 0){if(B.currentProgram===Ke&&B.lightsStateVersion===Te)return qf(M,fe),Ke}else fe.uniforms=J.getUniforms(M),U!==null&&M.isNodeMaterial&&U.build(M,X,fe),M.onBeforeCompile(fe,C),Ke=J.acquireProgram(fe,xe),Pe.set(xe,Ke),B.uniforms=fe.uniforms;let Ae=B.uniforms;return(!M.isShaderMaterial&&!M.isRawShaderMaterial||M.clipping===!0)&&(Ae.clippingPlanes=K.uniform),qf(M,fe),B.needsLights=I_(M),B.lightsStateVersion=Te,B.needsLights&&(Ae.ambientLightColor.value=k.state.ambient,Ae.lightProbe.value=k.state.probe,Ae.sunLights.value=k.state.sun,Ae.sunLightShadows.value=k.state.sunShadow,Ae.directionalLights.value=k.state.directional,Ae.directionalLightShadows.value=k.state.directionalShadow,Ae.spotLights.value=k.state.spot,Ae.spotLightShadows.value=k.state.spotShadow,Ae.rectAreaLights.value=k.state.rectArea,Ae.ltc_1.value=k.state.rectAreaLTC1,Ae.ltc_2.value=k.state.rectAreaLTC2,Ae.pointLights.value=k.state.point,Ae.pointLightShadows.value=k.state.pointShadow,Ae.hemisphereLights.value=k.state.hemi,Ae.sunShadowMatrix.value=k.state.sunShadowMatrix,Ae.sunShadowCascade.value=k.state.sunShadowCascade,Ae.directionalShadowMatrix.value=k.state.directionalShadowMatrix,Ae.spotLightMatrix.value=k.state.spotLightMatrix,Ae.spotLightMap.value=k.state.spotLightMap,Ae.pointShadowMatrix.value=k.state.pointShadowMatrix),B.numLightProbeGrids=ha(E.state.lightProbeGridArray),B.currentProgram=Ke,B.uniformsList=null,Ke}function Bh(M,D,X,B,k){let pe=Le.get(M),Te=pe.currentProgram.id+","+B+","+k,fe=pe.programVariants.get(Te);return fe===void 0?(fe=zi(M,D,X),pe.programVariants.set(Te,fe)):(pe.currentProgram=fe,pe.uniformsList=null,pe.outputColorSpace=B,pe.toneMapping=k),fe}function Xf(M){if(M.uniformsList===null){let D=M.currentProgram.getUniforms();M.uniformsList=Hr.seqWithValue(D.seq,M.uniforms)}return M.uniformsList}function qf(M,D){let X=Le.get(M);X.outputColorSpace=D.outputColorSpace,X.batching=D.batching,X.batchingColor=D.batchingColor,X.instancing=D.instancing,X.instancingColor=D.instancingColor,X.instancingMorph=D.instancingMorph,X.skinning=D.skinning,X.morphTargets=D.morphTargets,X.morphNormals=D.morphNormals,X.morphColors=D.morphColors,X.morphTargetsCount=D.morphTargetsCount,X.numClippingPlanes=D.numClippingPlanes,X.numIntersection=D.numClipIntersection,X.vertexAlphas=D.vertexAlphas,X.vertexTangents=D.vertexTangents,X.toneMapping=D.toneMapping}function P_(M,D,X,B,k){D.isScene!==!0&&(D=ln),ke.resetTextureUnits();let pe=D.fog,Te=B.isMeshStandardMaterial||B.isMeshLambertMaterial||B.isMeshPhongMaterial?D.environment:null,fe=ne===null?C.outputColorSpace:ne.isXRRenderTarget===!0?ne.texture.colorSpace:qe.workingColorSpace,xe=B.isMeshStandardMaterial||B.isMeshLambertMaterial&&!B.envMap||B.isMeshPhongMaterial&&!B.envMap,Pe=R.get(B.envMap||Te,xe),Ve=B.vertexColors===!0&&!!X.attributes.color&&X.attributes.color.itemSize===4,Ke=!!X.attributes.tangent&&(!!B.normalMap||B.anisotropy>0),Ae=!!X.morphAttributes.position,Je=!!X.morphAttributes.normal,kt=!!X.morphAttributes.color,_t=ai;B.toneMapped&&(ne===null||ne.isXRRenderTarget===!0)&&(_t=C.toneMapping);let ut=X.morphAttributes.position||X.morphAttributes.normal||X.morphAttributes.color,Jt=ut!==void 0?ut.length:0,Re=Le.get(B),hn=E.state.lights;if(Rt===!0&&(jt===!0||M!==Q)){let Tt=M===Q&&B.id===V;K.setState(B,M,Tt)}let st=!1,ys=!1;B.version===Re.__version?Re.needsLights&&Re.lightsStateVersion!==hn.state.version||k.isBatchedMesh&&Re.batching===!1||!k.isBatchedMesh&&Re.batching===!0||k.isBatchedMesh&&Re.batchingColor===!0&&k._colorsTexture===null||k.isBatchedMesh&&Re.batchingColor===!1&&k._colorsTexture!==null||k.isInstancedMesh&&Re.instancing===!1||!k.isInstancedMesh&&Re.instancing===!0||k.isSkinnedMesh&&Re.skinning===!1||!k.isSkinnedMesh&&Re.skinning===!0||k.isInstancedMesh&&Re.instancingColor===!0&&k.instanceColor===null||k.isInstancedMesh&&Re.instancingColor===!1&&k.instanceColor!==null||k.isInstancedMesh&&Re.instancingMorph===!0&&k.morphTexture===null||k.isInstancedMesh&&Re.instancingMorph===!1&&k.morphTexture!==null||Re.envMap!==Pe||B.fog===!0&&Re.fog!==pe||Re.numClippingPlanes!==void 0&&(Re.numClippingPlanes!==K.numPlanes||Re.numIntersection!==K.numIntersection)||Re.vertexAlphas!==Ve||Re.vertexTangents!==Ke||Re.morphTargets!==Ae||Re.morphNormals!==Je||Re.morphColors!==kt||Re.morphTargetsCount!==Jt||Re.numLightProbeGrids!==ha(E.state.lightProbeGridArray)?st=!0:(Re.outputColorSpace!==fe||Re.toneMapping!==_t)&&(ys=!0):(st=!0,Re.__version=B.version);let Qt=Re.currentProgram;(st===!0||ys===!0)&&(Qt=ys===!0?Bh(B,D,k,fe,_t):zi(B,D,k),U&&B.isNodeMaterial&&U.onUpdateProgram(B,Qt,Re));let ua=!1,Hi=!1,vs=!1,et=Qt.getUniforms(),$t=Re.uniforms;if(ge.useProgram(Qt.program)&&(ua=!0,Hi=!0,vs=!0),B.id!==V&&(V=B.id,Hi=!0),ua||Q!==M){ge.buffers.depth.getReversed()&&M.reversedDepth!==!0&&(M._reversedDepth=!0,M.updateProjectionMatrix()),et.setValue(O,"projectionMatrix",M.projectionMatrix),et.setValue(O,"viewMatrix",M.matrixWorldInverse);let Xt=et.map.cameraPosition;Xt!==void 0&&Xt.setValue(O,An.setFromMatrixPosition(M.matrixWorld)),gt.logarithmicDepthBuffer&&et.setValue(O,"logDepthBufFC",2/(Math.log(M.far+1)/Math.LN2)),(B.isMeshPhongMaterial||B.isMeshToonMaterial||B.isMeshLambertMaterial||B.isMeshBasicMaterial||B.isMeshStandardMaterial||B.isShaderMaterial)&&et.setValue(O,"isOrthographic",M.isOrthographicCamera===!0),Q!==M&&(Q=M,Hi=!0,vs=!0)}if(Re.needsLights&&(hn.state.sunShadowMap.length>0&&et.setValue(O,"sunShadowMap",hn.state.sunShadowMap,ke),hn.state.directionalShadowMap.length>0&&et.setValue(O,"directionalShadowMap",hn.state.directionalShadowMap,ke),hn.state.spotShadowMap.length>0&&et.setValue(O,"spotShadowMap",hn.state.spotShadowMap,ke),hn.state.pointShadowMap.length>0&&et.setValue(O,"pointShadowMap",hn.state.pointShadowMap,ke)),k.isSkinnedMesh){et.setOptional(O,k,"bindMatrix"),et.setOptional(O,k,"bindMatrixInverse");let Tt=k.skeleton;Tt&&(Tt.boneTexture===null&&Tt.computeBoneTexture(),et.setValue(O,"boneTexture",Tt.boneTexture,ke))}k.isBatchedMesh&&(et.setOptional(O,k,"batchingTexture"),et.setValue(O,"batchingTexture",k._matricesTexture,ke),et.setOptional(O,k,"batchingIdTexture"),et.setValue(O,"batchingIdTexture",k._indirectTexture,ke),et.setOptional(O,k,"batchingColorTexture"),k._colorsTexture!==null&&et.setValue(O,"batchingColorTexture",k._colorsTexture,ke));let Hn=X.morphAttributes;if((Hn.position!==void 0||Hn.normal!==void 0||Hn.color!==void 0)&&Z.update(k,X,Qt),(Hi||Re.receiveShadow!==k.receiveShadow)&&(Re.receiveShadow=k.receiveShadow,et.setValue(O,"receiveShadow",k.receiveShadow)),(B.isMeshStandardMaterial||B.isMeshLambertMaterial||B.isMeshPhongMaterial)&&B.envMap===null&&D.environment!==null&&($t.envMapIntensity.value=D.environmentIntensity),$t.dfgLUT!==void 0&&($t.dfgLUT.value=vS()),Hi){if(et.setValue(O,"toneMappingExposure",C.toneMappingExposure),Re.needsLights&&L_($t,vs),pe&&B.fog===!0&&ce.refreshFogUniforms($t,pe),ce.refreshMaterialUniforms($t,B,ve,Oe,E.state.transmissionRenderTarget[M.id]),Re.needsLights&&Re.numLightProbeGrids>0){let Tt=x,Xt=0;for(let _i of E.state.lightProbeGridArray)_i.texture!==null&&(Tt.textures[Xt]=_i.texture,Tt.min[Xt]=_i.boundingBox.min,Tt.max[Xt]=_i.boundingBox.max,Tt.resolution[Xt]=_i.resolution,Xt++);for(let _i in Tt)Tt[_i].length=Xt;$t.probesSH.value=Tt.textures,$t.probesMin.value=Tt.min,$t.probesMax.value=Tt.max,$t.probesResolution.value=Tt.resolution}Hr.upload(O,Xf(Re),$t,ke)}if(B.isShaderMaterial&&B.uniformsNeedUpdate===!0&&(Hr.upload(O,Xf(Re),$t,ke),B.uniformsNeedUpdate=!1),B.isSpriteMaterial&&et.setValue(O,"center",k.center),et.setValue(O,"modelViewMatrix",k.modelViewMatrix),et.setValue(O,"normalMatrix",k.normalMatrix),et.setValue(O,"modelMatrix",k.matrixWorld),B.uniformsGroups!==void 0){let Tt=B.uniformsGroups;for(let Xt=0,_i=Tt.length;Xt<_i;Xt++){let jf=Tt[Xt];Ie.update(jf,Qt),Ie.bind(jf,Qt)}}return Qt}function L_(M,D){M.ambientLightColor.needsUpdate=D,M.lightProbe.needsUpdate=D,M.sunLights.needsUpdate=D,M.sunLightShadows.needsUpdate=D,M.directionalLights.needsUpdate=D,M.directionalLightShadows.needsUpdate=D,M.pointLights.needsUpdate=D,M.pointLightShadows.needsUpdate=D,M.spotLights.needsUpdate=D,M.spotLightShadows.needsUpdate=D,M.rectAreaLights.needsUpdate=D,M.hemisphereLights.needsUpdate=D}function I_(M){return M.isMeshLambertMaterial||M.isMeshToonMaterial||M.isMeshPhongMaterial||M.isMeshStandardMaterial||M.isShadowMaterial||M.isShaderMaterial&&M.lights===!0}this.getActiveCubeFace=function(){return Y},this.getActiveMipmapLevel=function(){return z},this.getRenderTarget=function(){return ne},this.setRenderTargetTextures=function(M,D,X){let B=Le.get(M);B.__autoAllocateDepthBuffer=M.resolveDepthBuffer===!1,B.__autoAllocateDepthBuffer===!1&&(B.__useRenderToTexture=!1),Le.get(M.texture).__webglTexture=D,Le.get(M.depthTexture).__webglTexture=B.__autoAllocateDepthBuffer?void 0:X,B.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(M,D){let X=Le.get(M);X.__webglFramebuffer=D,X.__useDefaultFramebuffer=D===void 0},this.setRenderTarget=function(M,D=0,X=0){ne=M,Y=D,z=X;let B=null,k=!1,pe=!1;if(M){let fe=Le.get(M);if(fe.__useDefaultFramebuffer!==void 0){ge.bindFramebuffer(O.FRAMEBUFFER,fe.__webglFramebuffer),te.copy(M.viewport),Me.copy(M.scissor),Fe=M.scissorTest,ge.viewport(te),ge.scissor(Me),ge.setScissorTest(Fe),V=-1;return}else if(fe.__webglFramebuffer===void 0)ke.setupRenderTarget(M);else if(fe.__hasExternalTextures)ke.rebindTextures(M,Le.get(M.texture).__webglTexture,Le.get(M.depthTexture).__webglTexture);else if(M.depthBuffer){let Ve=M.depthTexture;if(fe.__boundDepthTexture!==Ve){if(Ve!==null&&Le.has(Ve)&&(M.width!==Ve.image.width||M.height!==Ve.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");ke.setupDepthRenderbuffer(M)}}let xe=M.texture;(xe.isData3DTexture||xe.isDataArrayTexture||xe.isCompressedArrayTexture)&&(pe=!0);let Pe=Le.get(M).__webglFramebuffer;M.isWebGLCubeRenderTarget?(Array.isArray(Pe[D])?B=Pe[D][X]:B=Pe[D],k=!0):M.samples>0&&ke.useMultisampledRTT(M)===!1?B=Le.get(M).__webglMultisampledFramebuffer:Array.isArray(Pe)?B=Pe[X]:B=Pe,te.copy(M.viewport),Me.copy(M.scissor),Fe=M.scissorTest}else te.copy(Ue).multiplyScalar(ve).floor(),Me.copy(tt).multiplyScalar(ve).floor(),Fe=ot;if(X!==0&&(B=W),ge.bindFramebuffer(O.FRAMEBUFFER,B)&&ge.drawBuffers(M,B),ge.viewport(te),ge.scissor(Me),ge.setScissorTest(Fe),k){let fe=Le.get(M.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_CUBE_MAP_POSITIVE_X+D,fe.__webglTexture,X)}else if(pe){let fe=D;for(let xe=0;xe<M.textures.length;xe++){let Pe=Le.get(M.textures[xe]);O.framebufferTextureLayer(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0+xe,Pe.__webglTexture,X,fe)}}else if(M!==null&&X!==0){let fe=Le.get(M.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,fe.__webglTexture,X)}V=-1};function Yf(M){let D=Le.get(M);return(D.__readFormat!==M.format||D.__readType!==M.type)&&(D.__readFormat=M.format,D.__readType=M.type,D.__formatReadable=gt.textureFormatReadable(M.format),D.__typeReadable=gt.textureTypeReadable(M.type)),D}this.readRenderTargetPixels=function(M,D,X,B,k,pe,Te,fe=0){if(!(M&&M.isWebGLRenderTarget)){Be("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let xe=Le.get(M).__webglFramebuffer;if(M.isWebGLCubeRenderTarget&&Te!==void 0&&(xe=xe[Te],Array.isArray(xe)&&(xe=xe[0])),xe){ge.bindFramebuffer(O.FRAMEBUFFER,xe);try{let Pe=M.textures[fe],Ve=Pe.format,Ke=Pe.type;M.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+fe);let Ae=Yf(Pe);if(Ae.__formatReadable===!1){Be("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Ae.__typeReadable===!1){Be("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}D>=0&&D<=M.width-B&&X>=0&&X<=M.height-k&&O.readPixels(D,X,B,k,oe.convert(Ve),oe.convert(Ke),pe)}finally{let Pe=ne!==null?Le.get(ne).__webglFramebuffer:null;ge.bindFramebuffer(O.FRAMEBUFFER,Pe)}}},this.readRenderTargetPixelsAsync=async function(M,D,X,B,k,pe,Te,fe=0){if(!(M&&M.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let xe=Le.get(M).__webglFramebuffer;if(M.isWebGLCubeRenderTarget&&Te!==void 0&&(xe=xe[Te],Array.isArray(xe)&&(xe=xe[0])),xe)if(D>=0&&D<=M.width-B&&X>=0&&X<=M.height-k){ge.bindFramebuffer(O.FRAMEBUFFER,xe);let Pe=M.textures[fe],Ve=Pe.format,Ke=Pe.type;M.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+fe);let Ae=Yf(Pe);if(Ae.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Ae.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let Je=O.createBuffer();O.bindBuffer(O.PIXEL_PACK_BUFFER,Je),O.bufferData(O.PIXEL_PACK_BUFFER,pe.byteLength,O.STREAM_READ),O.readPixels(D,X,B,k,oe.convert(Ve),oe.convert(Ke),0),O.bindBuffer(O.PIXEL_PACK_BUFFER,null);let kt=ne!==null?Le.get(ne).__webglFramebuffer:null;ge.bindFramebuffer(O.FRAMEBUFFER,kt);let _t=O.fenceSync(O.SYNC_GPU_COMMANDS_COMPLETE,0);return O.flush(),await ym(O,_t,4),O.bindBuffer(O.PIXEL_PACK_BUFFER,Je),O.getBufferSubData(O.PIXEL_PACK_BUFFER,0,pe),O.bindBuffer(O.PIXEL_PACK_BUFFER,null),O.deleteBuffer(Je),O.deleteSync(_t),pe}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(M,D=null,X=0){let B=Math.pow(2,-X),k=Math.floor(M.image.width*B),pe=Math.floor(M.image.height*B),Te=D!==null?D.x:0,fe=D!==null?D.y:0;ke.setTexture2D(M,0),O.copyTexSubImage2D(O.TEXTURE_2D,X,0,0,Te,fe,k,pe),ge.unbindTexture()},this.copyTextureToTexture=function(M,D,X=null,B=null,k=0,pe=0){let Te,fe,xe,Pe,Ve,Ke,Ae,Je,kt,_t=M.isCompressedTexture?M.mipmaps[pe]:M.image;if(X!==null)Te=X.max.x-X.min.x,fe=X.max.y-X.min.y,xe=X.isBox3?X.max.z-X.min.z:1,Pe=X.min.x,Ve=X.min.y,Ke=X.isBox3?X.min.z:0;else{let et=Math.pow(2,-k);Te=Math.floor(_t.width*et),fe=Math.floor(_t.height*et),M.isDataArrayTexture?xe=_t.depth:M.isData3DTexture?xe=Math.floor(_t.depth*et):xe=1,Pe=0,Ve=0,Ke=0}B!==null?(Ae=B.x,Je=B.y,kt=B.z):(Ae=0,Je=0,kt=0);let ut=oe.convert(D.format),Jt=oe.convert(D.type),Re;D.isData3DTexture?(ke.setTexture3D(D,0),Re=O.TEXTURE_3D):D.isDataArrayTexture||D.isCompressedArrayTexture?(ke.setTexture2DArray(D,0),Re=O.TEXTURE_2D_ARRAY):(ke.setTexture2D(D,0),Re=O.TEXTURE_2D),ge.activeTexture(O.TEXTURE0),ge.pixelStorei(O.UNPACK_FLIP_Y_WEBGL,D.flipY),ge.pixelStorei(O.UNPACK_PREMULTIPLY_ALPHA_WEBGL,D.premultiplyAlpha),ge.pixelStorei(O.UNPACK_ALIGNMENT,D.unpackAlignment);let hn=ge.getParameter(O.UNPACK_ROW_LENGTH),st=ge.getParameter(O.UNPACK_IMAGE_HEIGHT),ys=ge.getParameter(O.UNPACK_SKIP_PIXELS),Qt=ge.getParameter(O.UNPACK_SKIP_ROWS),ua=ge.getParameter(O.UNPACK_SKIP_IMAGES);ge.pixelStorei(O.UNPACK_ROW_LENGTH,_t.width),ge.pixelStorei(O.UNPACK_IMAGE_HEIGHT,_t.height),ge.pixelStorei(O.UNPACK_SKIP_PIXELS,Pe),ge.pixelStorei(O.UNPACK_SKIP_ROWS,Ve),ge.pixelStorei(O.UNPACK_SKIP_IMAGES,Ke);let Hi=M.isDataArrayTexture||M.isData3DTexture,vs=D.isDataArrayTexture||D.isData3DTexture;if(M.isDepthTexture){let et=Le.get(M),$t=Le.get(D),Hn=Le.get(et.__renderTarget),Tt=Le.get($t.__renderTarget);ge.bindFramebuffer(O.READ_FRAMEBUFFER,Hn.__webglFramebuffer),ge.bindFramebuffer(O.DRAW_FRAMEBUFFER,Tt.__webglFramebuffer);for(let Xt=0;Xt<xe;Xt++)Hi&&(O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,Le.get(M).__webglTexture,k,Ke+Xt),O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,Le.get(D).__webglTexture,pe,kt+Xt)),O.blitFramebuffer(Pe,Ve,Pe+Te,Ve+fe,Ae,Je,Ae+Te,Je+fe,O.DEPTH_BUFFER_BIT,O.NEAREST);ge.bindFramebuffer(O.READ_FRAMEBUFFER,null),ge.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else if(k!==0||M.isRenderTargetTexture||Le.has(M)){let et=Le.get(M),$t=Le.get(D);ge.bindFramebuffer(O.READ_FRAMEBUFFER,L),ge.bindFramebuffer(O.DRAW_FRAMEBUFFER,H);for(let Hn=0;Hn<xe;Hn++)Hi?O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,et.__webglTexture,k,Ke+Hn):O.framebufferTexture2D(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,et.__webglTexture,k),vs?O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,$t.__webglTexture,pe,kt+Hn):O.framebufferTexture2D(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,$t.__webglTexture,pe),k!==0?O.blitFramebuffer(Pe,Ve,Pe+Te,Ve+fe,Ae,Je,Ae+Te,Je+fe,O.COLOR_BUFFER_BIT,O.NEAREST):vs?O.copyTexSubImage3D(Re,pe,Ae,Je,kt+Hn,Pe,Ve,Te,fe):O.copyTexSubImage2D(Re,pe,Ae,Je,Pe,Ve,Te,fe);ge.bindFramebuffer(O.READ_FRAMEBUFFER,null),ge.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else vs?M.isDataTexture||M.isData3DTexture?O.texSubImage3D(Re,pe,Ae,Je,kt,Te,fe,xe,ut,Jt,_t.data):D.isCompressedArrayTexture?O.compressedTexSubImage3D(Re,pe,Ae,Je,kt,Te,fe,xe,ut,_t.data):O.texSubImage3D(Re,pe,Ae,Je,kt,Te,fe,xe,ut,Jt,_t):M.isDataTexture?O.texSubImage2D(O.TEXTURE_2D,pe,Ae,Je,Te,fe,ut,Jt,_t.data):M.isCompressedTexture?O.compressedTexSubImage2D(O.TEXTURE_2D,pe,Ae,Je,_t.width,_t.height,ut,_t.data):O.texSubImage2D(O.TEXTURE_2D,pe,Ae,Je,Te,fe,ut,Jt,_t);ge.pixelStorei(O.UNPACK_ROW_LENGTH,hn),ge.pixelStorei(O.UNPACK_IMAGE_HEIGHT,st),ge.pixelStorei(O.UNPACK_SKIP_PIXELS,ys),ge.pixelStorei(O.UNPACK_SKIP_ROWS,Qt),ge.pixelStorei(O.UNPACK_SKIP_IMAGES,ua),pe===0&&D.generateMipmaps===!0&&D.mipmapsAutoUpdate===!0&&O.generateMipmap(Re),ge.unbindTexture()},this.initRenderTarget=function(M){Le.get(M).__webglFramebuffer===void 0&&ke.setupRenderTarget(M)},this.initTexture=function(M){M.isCubeTexture?ke.setTextureCube(M,0):M.isData3DTexture?ke.setTexture3D(M,0):M.isDataArrayTexture||M.isCompressedArrayTexture?ke.setTexture2DArray(M,0):ke.setTexture2D(M,0),ge.unbindTexture()},this.resetState=function(){Y=0,z=0,ne=null,ge.reset(),ae.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Dn}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=qe._getDrawingBufferColorSpace(e),t.unpackColorSpace=qe._getUnpackColorSpace()}};function G(s){let e=document.getElementById(s);if(!e)throw new Error(`the page has no #${s}`);return e}function ee(s,e="",t=""){let n=document.createElement(s);return e&&(n.className=e),t&&(n.textContent=t),n}function as(s){let[e,t]=[Number(s.min),Number(s.max)],n=t>e?(Number(s.value)-e)/(t-e):0;s.style.setProperty("--at",`${(n*100).toFixed(2)}%`)}function $n(s,e,t){let n=ee("label","slider"),i=ee("span","name",s);i.title=s;let r=ee("input"),o=ee("input","number");r.type="range",r.min=String(e.min),r.max=String(e.max),r.step=String(e.step);let a=e.step<1?Math.min(Math.max(2,Math.ceil(-Math.log10(e.step))),6):0;o.type="number",o.step="any",e.open||([o.min,o.max]=[r.min,r.max]),o.setAttribute("aria-label",`${s} as a number`);let l=c=>{r.value=String(c),document.activeElement!==o&&(o.value=String(Number(c.toFixed(Math.max(a,2))))),as(r)};return r.addEventListener("input",()=>{l(Number(r.value)),t(Number(r.value))}),o.addEventListener("input",()=>{o.value===""||!o.validity.valid||(r.value=o.value,as(r),t(Number(o.value)))}),n.append(i,r,o),{row:n,set:l}}function Tn(s,e){return`${s} ${e}${s===1?"":"s"}`}function ic(s){return`linear-gradient(to right, ${s.map(([e,t])=>`${t} ${e*100}%`).join(", ")})`}var xS=.25,bS=[["max( pow( lightDistance, decayExponent ), 0.01 )","max( pow( lightDistance, decayExponent ), 1e-12 )"],["pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) )","saturate( 1.0 - pow4( lightDistance / cutoffDistance ) )"],["smoothstep( coneCosine, penumbraCosine, angleCosine )","pow2( saturate( ( angleCosine - coneCosine ) / max( penumbraCosine - coneCosine, 0.001 ) ) )"]];function tg(){for(let[s,e]of bS)if(!He.lights_pars_begin.includes(e)){if(!He.lights_pars_begin.includes(s))throw new Error(`three.js has no ${s}`);He.lights_pars_begin=He.lights_pars_begin.replace(s,e)}}function ng(s){return"isLight"in s}function ig(s,e,t,n,i){let r=[];s.traverse(c=>{ng(c)&&r.push(c)}),s.updateMatrixWorld();for(let c of r)MS(c);let o=SS(e,n),a=t.isEmpty()?0:Math.max(0,...r.map(c=>wS(c,Math.max(c.intensity,o.get(c)??0),t))),l=a>i?i/a:1;for(let c of r)c.intensity*=l;return l}function MS(s){let{target:e}=s;e&&e.parent!==s&&s.add(e)}function SS(s,e){let t=new Map;for(let{part:n,field:i,nodes:r,values:o,interpolation:a}of e){if(n!=="lights"||i!=="intensity")continue;let c=(a==="CUBICSPLINE"?o.filter((h,u)=>u%3===1):o).reduce((h,u)=>Math.max(h,u),0);for(let h of r)for(let u of ud(s[h]))t.set(u,Math.max(c,t.get(u)??0))}return t}function ud(s){return s?[s,...s.children].filter(ng):[]}function wS(s,e,t){if("isDirectionalLight"in s)return e;let n=new S().setFromMatrixPosition(s.matrixWorld),i=t.containsPoint(n)?t.getCenter(new S):t.clampPoint(n,new S),r=xS*t.getSize(new S).length(),o=Math.max(n.distanceTo(i),r),a=s.distance||Number.POSITIVE_INFINITY;return o?e*Math.min(Math.max(1-(o/a)**4,0),1)/o**2:0}function dd(s,e){if(e===Hu)return console.warn("THREE.BufferGeometryUtils.toTrianglesDrawMode(): Geometry already defined as triangles."),s;if(e===zr||e===Bo){let t=s.getIndex();if(t===null){let r=[],o=s.getAttribute("position");if(o!==void 0){for(let a=0;a<o.count;a++)r.push(a);s.setIndex(r),t=s.getIndex()}else return console.error("THREE.BufferGeometryUtils.toTrianglesDrawMode(): Undefined position attribute. Processing not possible."),s}let n=t.count-2,i=[];if(e===zr)for(let r=1;r<=n;r++)i.push(t.getX(0)),i.push(t.getX(r)),i.push(t.getX(r+1));else for(let r=0;r<n;r++)r%2===0?(i.push(t.getX(r)),i.push(t.getX(r+1)),i.push(t.getX(r+2))):(i.push(t.getX(r+2)),i.push(t.getX(r+1)),i.push(t.getX(r)));return i.length/3!==n&&console.error("THREE.BufferGeometryUtils.toTrianglesDrawMode(): Unable to generate correct amount of triangles."),s.setIndex(i),s.clearGroups(),s}else return console.error("THREE.BufferGeometryUtils.toTrianglesDrawMode(): Unknown draw mode:",e),s}function sg(s){let e=new Map,t=new Map,n=s.clone();return rg(s,n,function(i,r){e.set(r,i),t.set(i,r)}),n.traverse(function(i){if(!i.isSkinnedMesh)return;let r=i,o=e.get(i),a=o.skeleton.bones;r.skeleton=o.skeleton.clone(),r.bindMatrix.copy(o.bindMatrix),r.skeleton.bones=a.map(function(l){return t.get(l)}),r.bind(r.skeleton,r.bindMatrix)}),n}function rg(s,e,t){t(s,e);for(let n=0;n<s.children.length;n++)rg(s.children[n],e.children[n],t)}var sc=class extends ri{constructor(e){super(e),this.dracoLoader=null,this.ktx2Loader=null,this.meshoptDecoder=null,this.pluginCallbacks=[],this.register(function(t){return new vd(t)}),this.register(function(t){return new xd(t)}),this.register(function(t){return new bd(t)}),this.register(function(t){return new Pd(t)}),this.register(function(t){return new Ld(t)}),this.register(function(t){return new Id(t)}),this.register(function(t){return new Sd(t)}),this.register(function(t){return new wd(t)}),this.register(function(t){return new Td(t)}),this.register(function(t){return new Ed(t)}),this.register(function(t){return new yd(t)}),this.register(function(t){return new Ad(t)}),this.register(function(t){return new Md(t)}),this.register(function(t){return new Cd(t)}),this.register(function(t){return new Rd(t)}),this.register(function(t){return new gd(t)}),this.register(function(t){return new rc(t,$e.EXT_MESHOPT_COMPRESSION)}),this.register(function(t){return new rc(t,$e.KHR_MESHOPT_COMPRESSION)}),this.register(function(t){return new Dd(t)})}load(e,t,n,i){let r=this,o;if(this.resourcePath!=="")o=this.resourcePath;else if(this.path!==""){let c=Ni.extractUrlBase(e);o=Ni.resolveURL(c,this.path)}else o=Ni.extractUrlBase(e);this.manager.itemStart(e);let a=function(c){i?i(c):console.error(c),r.manager.itemError(e),r.manager.itemEnd(e)},l=new Pr(this.manager);l.setPriority(this.priority),l.setCache(this.cache),l.setPath(this.path),l.setResponseType("arraybuffer"),l.setRequestHeader(this.requestHeader),l.setWithCredentials(this.withCredentials),l.load(e,function(c){try{r.parse(c,o,function(h){t(h),r.manager.itemEnd(e)},a)}catch(h){a(h)}},n,a)}setDRACOLoader(e){return this.dracoLoader=e,this}setKTX2Loader(e){return this.ktx2Loader=e,this}setMeshoptDecoder(e){return this.meshoptDecoder=e,this}register(e){return this.pluginCallbacks.indexOf(e)===-1&&this.pluginCallbacks.push(e),this}unregister(e){return this.pluginCallbacks.indexOf(e)!==-1&&this.pluginCallbacks.splice(this.pluginCallbacks.indexOf(e),1),this}parse(e,t,n,i){let r,o={},a={},l=new TextDecoder;if(typeof e=="string")r=JSON.parse(e);else if(e instanceof ArrayBuffer)if(l.decode(new Uint8Array(e,0,4))===hg){try{o[$e.KHR_BINARY_GLTF]=new Nd(e)}catch(u){i&&i(u);return}r=JSON.parse(o[$e.KHR_BINARY_GLTF].content)}else r=JSON.parse(l.decode(e));else r=e;if(r.asset===void 0||r.asset.version[0]<2){i&&i(new Error("THREE.GLTFLoader: Unsupported asset. glTF versions >=2.0 are supported."));return}let c=new Hd(r,{path:t||this.resourcePath||"",crossOrigin:this.crossOrigin,priority:this.priority,cache:this.cache,withCredentials:this.withCredentials,requestHeader:this.requestHeader,manager:this.manager,ktx2Loader:this.ktx2Loader,meshoptDecoder:this.meshoptDecoder});c.fileLoader.setRequestHeader(this.requestHeader);for(let h=0;h<this.pluginCallbacks.length;h++){let u=this.pluginCallbacks[h](c);u.name||console.error("THREE.GLTFLoader: Invalid plugin found: missing name"),a[u.name]=u,o[u.name]=!0}if(r.extensionsUsed)for(let h=0;h<r.extensionsUsed.length;++h){let u=r.extensionsUsed[h],d=r.extensionsRequired||[];switch(u){case $e.KHR_MATERIALS_UNLIT:o[u]=new _d;break;case $e.KHR_DRACO_MESH_COMPRESSION:o[u]=new Od(r,this.dracoLoader);break;case $e.KHR_TEXTURE_TRANSFORM:o[u]=new Ud;break;case $e.KHR_MESH_QUANTIZATION:o[u]=new Fd;break;default:d.indexOf(u)>=0&&a[u]===void 0&&console.warn('THREE.GLTFLoader: Unknown extension "'+u+'".')}}c.setExtensions(o),c.setPlugins(a),c.parse(n,i)}parseAsync(e,t){let n=this;return new Promise(function(i,r){n.parse(e,t,i,r)})}};function TS(){let s={};return{get:function(e){return s[e]},add:function(e,t){s[e]=t},remove:function(e){delete s[e]},removeAll:function(){s={}}}}function At(s,e,t){let n=s.json.materials[e];return n.extensions&&n.extensions[t]?n.extensions[t]:null}var $e={KHR_BINARY_GLTF:"KHR_binary_glTF",KHR_DRACO_MESH_COMPRESSION:"KHR_draco_mesh_compression",KHR_LIGHTS_PUNCTUAL:"KHR_lights_punctual",KHR_MATERIALS_CLEARCOAT:"KHR_materials_clearcoat",KHR_MATERIALS_DIFFUSE_ROUGHNESS:"KHR_materials_diffuse_roughness",KHR_MATERIALS_DISPERSION:"KHR_materials_dispersion",KHR_MATERIALS_IOR:"KHR_materials_ior",KHR_MATERIALS_SHEEN:"KHR_materials_sheen",KHR_MATERIALS_SPECULAR:"KHR_materials_specular",KHR_MATERIALS_TRANSMISSION:"KHR_materials_transmission",KHR_MATERIALS_IRIDESCENCE:"KHR_materials_iridescence",KHR_MATERIALS_ANISOTROPY:"KHR_materials_anisotropy",KHR_MATERIALS_UNLIT:"KHR_materials_unlit",KHR_MATERIALS_VOLUME:"KHR_materials_volume",KHR_TEXTURE_BASISU:"KHR_texture_basisu",KHR_TEXTURE_TRANSFORM:"KHR_texture_transform",KHR_MESH_QUANTIZATION:"KHR_mesh_quantization",KHR_MATERIALS_EMISSIVE_STRENGTH:"KHR_materials_emissive_strength",EXT_MATERIALS_BUMP:"EXT_materials_bump",EXT_TEXTURE_WEBP:"EXT_texture_webp",EXT_TEXTURE_AVIF:"EXT_texture_avif",EXT_MESHOPT_COMPRESSION:"EXT_meshopt_compression",KHR_MESHOPT_COMPRESSION:"KHR_meshopt_compression",EXT_MESH_GPU_INSTANCING:"EXT_mesh_gpu_instancing"},gd=class{constructor(e){this.parser=e,this.name=$e.KHR_LIGHTS_PUNCTUAL,this.cache={refs:{},uses:{}}}_markDefs(){let e=this.parser,t=this.parser.json.nodes||[];for(let n=0,i=t.length;n<i;n++){let r=t[n];r.extensions&&r.extensions[this.name]&&r.extensions[this.name].light!==void 0&&e._addNodeRef(this.cache,r.extensions[this.name].light)}}_loadLight(e){let t=this.parser,n="light:"+e,i=t.cache.get(n);if(i)return i;let r=t.json,l=((r.extensions&&r.extensions[this.name]||{}).lights||[])[e],c,h=new le(16777215);l.color!==void 0&&h.setRGB(l.color[0],l.color[1],l.color[2],Ct);let u=l.range!==void 0?l.range:0;switch(l.type){case"directional":c=new ts(h),c.target.position.set(0,0,-1),c.add(c.target);break;case"point":c=new Eo(h),c.distance=u;break;case"spot":c=new Ls(h),c.distance=u,l.spot=l.spot||{},l.spot.innerConeAngle=l.spot.innerConeAngle!==void 0?l.spot.innerConeAngle:0,l.spot.outerConeAngle=l.spot.outerConeAngle!==void 0?l.spot.outerConeAngle:Math.PI/4,c.angle=l.spot.outerConeAngle,c.penumbra=1-l.spot.innerConeAngle/l.spot.outerConeAngle,c.target.position.set(0,0,-1),c.add(c.target);break;default:throw new Error("THREE.GLTFLoader: Unexpected light type: "+l.type)}return c.position.set(0,0,0),ui(c,l),l.intensity!==void 0&&(c.intensity=l.intensity),c.name=t.createUniqueName(l.name||"light_"+e),i=Promise.resolve(c),t.cache.add(n,i),i}getDependency(e,t){if(e==="light")return this._loadLight(t)}createNodeAttachment(e){let t=this,n=this.parser,r=n.json.nodes[e],a=(r.extensions&&r.extensions[this.name]||{}).light;return a===void 0?null:this._loadLight(a).then(function(l){return n._getNodeRef(t.cache,a,l)})}},_d=class{constructor(){this.name=$e.KHR_MATERIALS_UNLIT}getMaterialType(){return ht}extendParams(e,t,n){let i=[];e.color=new le(1,1,1),e.opacity=1;let r=t.pbrMetallicRoughness;if(r){if(Array.isArray(r.baseColorFactor)){let o=r.baseColorFactor;e.color.setRGB(o[0],o[1],o[2],Ct),e.opacity=o[3]}r.baseColorTexture!==void 0&&i.push(n.assignTexture(e,"map",r.baseColorTexture,vt))}return Promise.all(i)}},yd=class{constructor(e){this.parser=e,this.name=$e.KHR_MATERIALS_EMISSIVE_STRENGTH}extendMaterialParams(e,t){let n=At(this.parser,e,this.name);return n===null||n.emissiveStrength!==void 0&&(t.emissiveIntensity=n.emissiveStrength),Promise.resolve()}},vd=class{constructor(e){this.parser=e,this.name=$e.KHR_MATERIALS_CLEARCOAT}getMaterialType(e){return At(this.parser,e,this.name)!==null?fn:null}extendMaterialParams(e,t){let n=At(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];if(n.clearcoatFactor!==void 0&&(t.clearcoat=n.clearcoatFactor),n.clearcoatTexture!==void 0&&i.push(this.parser.assignTexture(t,"clearcoatMap",n.clearcoatTexture)),n.clearcoatRoughnessFactor!==void 0&&(t.clearcoatRoughness=n.clearcoatRoughnessFactor),n.clearcoatRoughnessTexture!==void 0&&i.push(this.parser.assignTexture(t,"clearcoatRoughnessMap",n.clearcoatRoughnessTexture)),n.clearcoatNormalTexture!==void 0&&(i.push(this.parser.assignTexture(t,"clearcoatNormalMap",n.clearcoatNormalTexture)),n.clearcoatNormalTexture.scale!==void 0)){let r=n.clearcoatNormalTexture.scale;t.clearcoatNormalScale=new Ee(r,r)}return Promise.all(i)}},xd=class{constructor(e){this.parser=e,this.name=$e.KHR_MATERIALS_DIFFUSE_ROUGHNESS}getMaterialType(e){return At(this.parser,e,this.name)!==null?fn:null}extendMaterialParams(e,t){let n=At(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];return t.diffuseRoughness=n.diffuseRoughnessFactor!==void 0?n.diffuseRoughnessFactor:0,n.diffuseRoughnessTexture!==void 0&&i.push(this.parser.assignTexture(t,"diffuseRoughnessMap",n.diffuseRoughnessTexture)),Promise.all(i)}},bd=class{constructor(e){this.parser=e,this.name=$e.KHR_MATERIALS_DISPERSION}getMaterialType(e){return At(this.parser,e,this.name)!==null?fn:null}extendMaterialParams(e,t){let n=At(this.parser,e,this.name);return n===null||(t.dispersion=n.dispersion!==void 0?n.dispersion:0),Promise.resolve()}},Md=class{constructor(e){this.parser=e,this.name=$e.KHR_MATERIALS_IRIDESCENCE}getMaterialType(e){return At(this.parser,e,this.name)!==null?fn:null}extendMaterialParams(e,t){let n=At(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];return n.iridescenceFactor!==void 0&&(t.iridescence=n.iridescenceFactor),n.iridescenceTexture!==void 0&&i.push(this.parser.assignTexture(t,"iridescenceMap",n.iridescenceTexture)),n.iridescenceIor!==void 0&&(t.iridescenceIOR=n.iridescenceIor),n.iridescenceThicknessMinimum!==void 0&&(t.iridescenceThicknessMinimum=n.iridescenceThicknessMinimum),n.iridescenceThicknessMaximum!==void 0&&(t.iridescenceThicknessMaximum=n.iridescenceThicknessMaximum),n.iridescenceThicknessTexture!==void 0&&i.push(this.parser.assignTexture(t,"iridescenceThicknessMap",n.iridescenceThicknessTexture)),Promise.all(i)}},Sd=class{constructor(e){this.parser=e,this.name=$e.KHR_MATERIALS_SHEEN}getMaterialType(e){return At(this.parser,e,this.name)!==null?fn:null}extendMaterialParams(e,t){let n=At(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];if(t.sheenColor=new le(0,0,0),t.sheenRoughness=0,t.sheen=1,n.sheenColorFactor!==void 0){let r=n.sheenColorFactor;t.sheenColor.setRGB(r[0],r[1],r[2],Ct)}return n.sheenRoughnessFactor!==void 0&&(t.sheenRoughness=n.sheenRoughnessFactor),n.sheenColorTexture!==void 0&&i.push(this.parser.assignTexture(t,"sheenColorMap",n.sheenColorTexture,vt)),n.sheenRoughnessTexture!==void 0&&i.push(this.parser.assignTexture(t,"sheenRoughnessMap",n.sheenRoughnessTexture)),Promise.all(i)}},wd=class{constructor(e){this.parser=e,this.name=$e.KHR_MATERIALS_TRANSMISSION}getMaterialType(e){return At(this.parser,e,this.name)!==null?fn:null}extendMaterialParams(e,t){let n=At(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];return n.transmissionFactor!==void 0&&(t.transmission=n.transmissionFactor),n.transmissionTexture!==void 0&&i.push(this.parser.assignTexture(t,"transmissionMap",n.transmissionTexture)),Promise.all(i)}},Td=class{constructor(e){this.parser=e,this.name=$e.KHR_MATERIALS_VOLUME}getMaterialType(e){return At(this.parser,e,this.name)!==null?fn:null}extendMaterialParams(e,t){let n=At(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];t.thickness=n.thicknessFactor!==void 0?n.thicknessFactor:0,n.thicknessTexture!==void 0&&i.push(this.parser.assignTexture(t,"thicknessMap",n.thicknessTexture)),t.attenuationDistance=n.attenuationDistance||1/0;let r=n.attenuationColor||[1,1,1];return t.attenuationColor=new le().setRGB(r[0],r[1],r[2],Ct),Promise.all(i)}},Ed=class{constructor(e){this.parser=e,this.name=$e.KHR_MATERIALS_IOR}getMaterialType(e){return At(this.parser,e,this.name)!==null?fn:null}extendMaterialParams(e,t){let n=At(this.parser,e,this.name);return n===null||(t.ior=n.ior!==void 0?n.ior:1.5,t.ior===0&&(t.ior=1e3)),Promise.resolve()}},Ad=class{constructor(e){this.parser=e,this.name=$e.KHR_MATERIALS_SPECULAR}getMaterialType(e){return At(this.parser,e,this.name)!==null?fn:null}extendMaterialParams(e,t){let n=At(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];t.specularIntensity=n.specularFactor!==void 0?n.specularFactor:1,n.specularTexture!==void 0&&i.push(this.parser.assignTexture(t,"specularIntensityMap",n.specularTexture));let r=n.specularColorFactor||[1,1,1];return t.specularColor=new le().setRGB(r[0],r[1],r[2],Ct),n.specularColorTexture!==void 0&&i.push(this.parser.assignTexture(t,"specularColorMap",n.specularColorTexture,vt)),Promise.all(i)}},Rd=class{constructor(e){this.parser=e,this.name=$e.EXT_MATERIALS_BUMP}getMaterialType(e){return At(this.parser,e,this.name)!==null?fn:null}extendMaterialParams(e,t){let n=At(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];return t.bumpScale=n.bumpFactor!==void 0?n.bumpFactor:1,n.bumpTexture!==void 0&&i.push(this.parser.assignTexture(t,"bumpMap",n.bumpTexture)),Promise.all(i)}},Cd=class{constructor(e){this.parser=e,this.name=$e.KHR_MATERIALS_ANISOTROPY}getMaterialType(e){return At(this.parser,e,this.name)!==null?fn:null}extendMaterialParams(e,t){let n=At(this.parser,e,this.name);if(n===null)return Promise.resolve();let i=[];return n.anisotropyStrength!==void 0&&(t.anisotropy=n.anisotropyStrength),n.anisotropyRotation!==void 0&&(t.anisotropyRotation=n.anisotropyRotation),n.anisotropyTexture!==void 0&&i.push(this.parser.assignTexture(t,"anisotropyMap",n.anisotropyTexture)),Promise.all(i)}},Pd=class{constructor(e){this.parser=e,this.name=$e.KHR_TEXTURE_BASISU}loadTexture(e){let t=this.parser,n=t.json,i=n.textures[e];if(!i.extensions||!i.extensions[this.name])return null;let r=i.extensions[this.name],o=t.options.ktx2Loader;if(!o){if(n.extensionsRequired&&n.extensionsRequired.indexOf(this.name)>=0)throw new Error("THREE.GLTFLoader: setKTX2Loader must be called before loading KTX2 textures");return null}return t.loadTextureImage(e,r.source,o)}},Ld=class{constructor(e){this.parser=e,this.name=$e.EXT_TEXTURE_WEBP}loadTexture(e){let t=this.name,n=this.parser,i=n.json,r=i.textures[e];if(!r.extensions||!r.extensions[t])return null;let o=r.extensions[t],a=i.images[o.source],l=n.textureLoader;if(a.uri){let c=n.options.manager.getHandler(a.uri);c!==null&&(l=c)}return n.loadTextureImage(e,o.source,l)}},Id=class{constructor(e){this.parser=e,this.name=$e.EXT_TEXTURE_AVIF}loadTexture(e){let t=this.name,n=this.parser,i=n.json,r=i.textures[e];if(!r.extensions||!r.extensions[t])return null;let o=r.extensions[t],a=i.images[o.source],l=n.textureLoader;if(a.uri){let c=n.options.manager.getHandler(a.uri);c!==null&&(l=c)}return n.loadTextureImage(e,o.source,l)}},rc=class{constructor(e,t){this.name=t,this.parser=e}loadBufferView(e){let t=this.parser.json,n=t.bufferViews[e];if(n.extensions&&n.extensions[this.name]){let i=n.extensions[this.name],r=this.parser.getDependency("buffer",i.buffer),o=this.parser.options.meshoptDecoder;if(!o||!o.supported){if(t.extensionsRequired&&t.extensionsRequired.indexOf(this.name)>=0)throw new Error("THREE.GLTFLoader: setMeshoptDecoder must be called before loading compressed files");return null}return r.then(function(a){let l=i.byteOffset||0,c=i.byteLength||0,h=i.count,u=i.byteStride,d=new Uint8Array(a,l,c);return o.decodeGltfBufferAsync?o.decodeGltfBufferAsync(h,u,d,i.mode,i.filter).then(function(f){return f.buffer}):o.ready.then(function(){let f=new ArrayBuffer(h*u);return o.decodeGltfBuffer(new Uint8Array(f),h,u,d,i.mode,i.filter),f})})}else return null}},Dd=class{constructor(e){this.name=$e.EXT_MESH_GPU_INSTANCING,this.parser=e}createNodeMesh(e){let t=this.parser.json,n=t.nodes[e];if(!n.extensions||!n.extensions[this.name]||n.mesh===void 0)return null;let i=t.meshes[n.mesh];for(let c of i.primitives)if(c.mode!==Bn.TRIANGLES&&c.mode!==Bn.TRIANGLE_STRIP&&c.mode!==Bn.TRIANGLE_FAN&&c.mode!==void 0)return null;let o=n.extensions[this.name].attributes,a=[],l={};for(let c in o)a.push(this.parser.getDependency("accessor",o[c]).then(h=>(l[c]=h,l[c])));return a.length<1?null:(a.push(this.parser.createNodeMesh(e)),Promise.all(a).then(c=>{let h=c.pop(),u=h.isGroup?h.children:[h],d=c[0].count,f=[];for(let m of u){let y=new Se,p=new S,g=new be,v=new S(1,1,1),T=new ni(m.geometry,m.material,d);for(let A=0;A<d;A++)l.TRANSLATION&&p.fromBufferAttribute(l.TRANSLATION,A),l.ROTATION&&g.fromBufferAttribute(l.ROTATION,A),l.SCALE&&v.fromBufferAttribute(l.SCALE,A),T.setMatrixAt(A,y.compose(p,g,v));let x=null;for(let A in l)if(A==="_COLOR_0"){let E=l[A];T.instanceColor=new Ei(E.array,E.itemSize,E.normalized)}else if(A!=="TRANSLATION"&&A!=="ROTATION"&&A!=="SCALE"){if(x===null){let _=T.geometry;x=new Ze,x.name=_.name;for(let w in _.attributes)x.setAttribute(w,_.attributes[w]);for(let w in _.morphAttributes)x.morphAttributes[w]=_.morphAttributes[w];_.index!==null&&x.setIndex(_.index),x.morphTargetsRelative=_.morphTargetsRelative;for(let w of _.groups)x.addGroup(w.start,w.count,w.materialIndex);_.boundingBox!==null&&(x.boundingBox=_.boundingBox.clone()),_.boundingSphere!==null&&(x.boundingSphere=_.boundingSphere.clone()),x.drawRange.start=_.drawRange.start,x.drawRange.count=_.drawRange.count,x.userData=Object.assign({},_.userData),T.geometry=x}let E=l[A];x.setAttribute(A,new Ei(E.array,E.itemSize,E.normalized))}lt.prototype.copy.call(T,m),this.parser.assignFinalMaterial(T),f.push(T)}return h.isGroup?(h.clear(),h.add(...f),h):f[0]}))}},hg="glTF",Go=12,og={JSON:1313821514,BIN:5130562},Nd=class{constructor(e){this.name=$e.KHR_BINARY_GLTF,this.content=null,this.body=null;let t=new DataView(e,0,Go),n=new TextDecoder;if(this.header={magic:n.decode(new Uint8Array(e.slice(0,4))),version:t.getUint32(4,!0),length:t.getUint32(8,!0)},this.header.magic!==hg)throw new Error("THREE.GLTFLoader: Unsupported glTF-Binary header.");if(this.header.version<2)throw new Error("THREE.GLTFLoader: Legacy binary file detected.");let i=this.header.length-Go,r=new DataView(e,Go),o=0;for(;o<i;){let a=r.getUint32(o,!0);o+=4;let l=r.getUint32(o,!0);if(o+=4,l===og.JSON){let c=new Uint8Array(e,Go+o,a);this.content=n.decode(c)}else if(l===og.BIN){let c=Go+o;this.body=e.slice(c,c+a)}o+=a}if(this.content===null)throw new Error("THREE.GLTFLoader: JSON content not found.")}},Od=class{constructor(e,t){if(!t)throw new Error("THREE.GLTFLoader: No DRACOLoader instance provided.");this.name=$e.KHR_DRACO_MESH_COMPRESSION,this.json=e,this.dracoLoader=t,this.dracoLoader.preload()}decodePrimitive(e,t){let n=this.json,i=this.dracoLoader,r=e.extensions[this.name].bufferView,o=e.extensions[this.name].attributes,a={},l={},c={};for(let h in o){let u=kd[h]||h.toLowerCase();a[u]=o[h]}for(let h in e.attributes){let u=kd[h]||h.toLowerCase();if(o[h]!==void 0){let d=n.accessors[e.attributes[h]],f=Xr[d.componentType];c[u]=f.name,l[u]=d.normalized===!0}}return t.getDependency("bufferView",r).then(function(h){return new Promise(function(u,d){i.decodeDracoFile(h,function(f){for(let m in f.attributes){let y=f.attributes[m],p=l[m];p!==void 0&&(y.normalized=p)}u(f)},a,c,Ct,d)})})}},Ud=class{constructor(){this.name=$e.KHR_TEXTURE_TRANSFORM}extendTexture(e,t){if((t.texCoord===void 0||t.texCoord===e.channel)&&t.offset===void 0&&t.rotation===void 0&&t.scale===void 0)return e;if(e=e.clone(),t.texCoord!==void 0&&(e.channel=t.texCoord),t.offset!==void 0&&e.offset.fromArray(t.offset),t.rotation!==void 0&&(e.rotation=t.rotation),t.scale!==void 0&&e.repeat.fromArray(t.scale),t.rotation!==void 0){let n=Math.cos(e.rotation),i=Math.sin(e.rotation);e.matrix.set(e.repeat.x*n,e.repeat.y*i,e.offset.x,-e.repeat.x*i,e.repeat.y*n,e.offset.y,0,0,1),e.matrixAutoUpdate=!1}return e.needsUpdate=!0,e}},Fd=class{constructor(){this.name=$e.KHR_MESH_QUANTIZATION}},oc=class extends si{constructor(e,t,n,i){super(e,t,n,i)}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,i=this.valueSize,r=e*i*3+i;for(let o=0;o!==i;o++)t[o]=n[r+o];return t}interpolate_(e,t,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=a*2,c=a*3,h=i-t,u=(n-t)/h,d=u*u,f=d*u,m=e*c,y=m-c,p=-2*f+3*d,g=f-d,v=1-p,T=g-d+u;for(let x=0;x!==a;x++){let A=o[y+x+a],E=o[y+x+l]*h,_=o[m+x+a],w=o[m+x]*h;r[x]=v*A+T*E+p*_+g*w}return r}},ES=new be,Bd=class extends oc{interpolate_(e,t,n,i){let r=super.interpolate_(e,t,n,i);return ES.fromArray(r).normalize().toArray(r),r}},Bn={FLOAT:5126,FLOAT_MAT3:35675,FLOAT_MAT4:35676,FLOAT_VEC2:35664,FLOAT_VEC3:35665,FLOAT_VEC4:35666,LINEAR:9729,REPEAT:10497,SAMPLER_2D:35678,POINTS:0,LINES:1,LINE_LOOP:2,LINE_STRIP:3,TRIANGLES:4,TRIANGLE_STRIP:5,TRIANGLE_FAN:6,UNSIGNED_BYTE:5121,UNSIGNED_SHORT:5123},Xr={5120:Int8Array,5121:Uint8Array,5122:Int16Array,5123:Uint16Array,5125:Uint32Array,5126:Float32Array},ag={9728:Ot,9729:bt,9984:ul,9985:Br,9986:Fs,9987:pn},lg={33071:_n,33648:yr,10497:ei},fd={SCALAR:1,VEC2:2,VEC3:3,VEC4:4,MAT2:4,MAT3:9,MAT4:16},kd={POSITION:"position",NORMAL:"normal",TANGENT:"tangent",TEXCOORD_0:"uv",TEXCOORD_1:"uv1",TEXCOORD_2:"uv2",TEXCOORD_3:"uv3",COLOR_0:"color",WEIGHTS_0:"skinWeight",JOINTS_0:"skinIndex"},ls={scale:"scale",translation:"position",rotation:"quaternion",weights:"morphTargetInfluences"},AS={CUBICSPLINE:void 0,LINEAR:Es,STEP:Ts},pd={OPAQUE:"OPAQUE",MASK:"MASK",BLEND:"BLEND"};function RS(s){return s.DefaultMaterial===void 0&&(s.DefaultMaterial=new xn({color:16777215,emissive:0,metalness:1,roughness:1,transparent:!1,depthTest:!0,side:oi})),s.DefaultMaterial}function zs(s,e,t){for(let n in t.extensions)s[n]===void 0&&(e.userData.gltfExtensions=e.userData.gltfExtensions||{},e.userData.gltfExtensions[n]=t.extensions[n])}function ui(s,e){e.extras!==void 0&&(typeof e.extras=="object"?Object.assign(s.userData,e.extras):console.warn("THREE.GLTFLoader: Ignoring primitive type .extras, "+e.extras))}function CS(s,e,t){let n=!1,i=!1,r=!1;for(let c=0,h=e.length;c<h;c++){let u=e[c];if(u.POSITION!==void 0&&(n=!0),u.NORMAL!==void 0&&(i=!0),u.COLOR_0!==void 0&&(r=!0),n&&i&&r)break}if(!n&&!i&&!r)return Promise.resolve(s);let o=[],a=[],l=[];for(let c=0,h=e.length;c<h;c++){let u=e[c];if(n){let d=u.POSITION!==void 0?t.getDependency("accessor",u.POSITION):s.attributes.position;o.push(d)}if(i){let d=u.NORMAL!==void 0?t.getDependency("accessor",u.NORMAL):s.attributes.normal;a.push(d)}if(r){let d=u.COLOR_0!==void 0?t.getDependency("accessor",u.COLOR_0):s.attributes.color;l.push(d)}}return Promise.all([Promise.all(o),Promise.all(a),Promise.all(l)]).then(function(c){let h=c[0],u=c[1],d=c[2];return n&&(s.morphAttributes.position=h),i&&(s.morphAttributes.normal=u),r&&(s.morphAttributes.color=d),s.morphTargetsRelative=!0,s})}function PS(s,e){if(s.updateMorphTargets(),e.weights!==void 0)for(let t=0,n=e.weights.length;t<n;t++)s.morphTargetInfluences[t]=e.weights[t];if(e.extras&&Array.isArray(e.extras.targetNames)){let t=e.extras.targetNames;if(s.morphTargetInfluences.length===t.length){s.morphTargetDictionary={};for(let n=0,i=t.length;n<i;n++)s.morphTargetDictionary[t[n]]=n}else console.warn("THREE.GLTFLoader: Invalid extras.targetNames length. Ignoring names.")}}function LS(s){let e,t=s.extensions&&s.extensions[$e.KHR_DRACO_MESH_COMPRESSION];if(t?e="draco:"+t.bufferView+":"+t.indices+":"+md(t.attributes):e=s.indices+":"+md(s.attributes)+":"+s.mode,s.targets!==void 0)for(let n=0,i=s.targets.length;n<i;n++)e+=":"+md(s.targets[n]);return e}function md(s){let e="",t=Object.keys(s).sort();for(let n=0,i=t.length;n<i;n++)e+=t[n]+":"+s[t[n]]+";";return e}function zd(s){switch(s){case Int8Array:return 1/127;case Uint8Array:return 1/255;case Int16Array:return 1/32767;case Uint16Array:return 1/65535;default:throw new Error("THREE.GLTFLoader: Unsupported normalized accessor component type.")}}function IS(s){return s.search(/\.jpe?g($|\?)/i)>0||s.search(/^data\:image\/jpeg/)===0?"image/jpeg":s.search(/\.webp($|\?)/i)>0||s.search(/^data\:image\/webp/)===0?"image/webp":s.search(/\.ktx2($|\?)/i)>0||s.search(/^data\:image\/ktx2/)===0?"image/ktx2":"image/png"}var DS=new Se,Hd=class{constructor(e={},t={}){this.json=e,this.extensions={},this.plugins={},this.options=t,this.cache=new TS,this.associations=new Map,this.primitiveCache={},this.nodeCache={},this.meshCache={refs:{},uses:{}},this.cameraCache={refs:{},uses:{}},this.lightCache={refs:{},uses:{}},this.sourceCache={},this.textureCache={},this.nodeNamesUsed={};let n=!1,i=-1,r=!1,o=-1;if(typeof navigator<"u"&&typeof navigator.userAgent<"u"){let a=navigator.userAgent;n=/^((?!chrome|android).)*safari/i.test(a)===!0;let l=a.match(/Version\/(\d+)/);i=n&&l?parseInt(l[1],10):-1,r=a.indexOf("Firefox")>-1,o=r?a.match(/Firefox\/([0-9]+)\./)[1]:-1}typeof createImageBitmap>"u"||n&&i<17||r&&o<98?(this.textureLoader=new To(this.options.manager),this.textureLoader.setPriority(this.options.priority),this.textureLoader.setCache(this.options.cache)):(this.textureLoader=new Ao(this.options.manager),this.textureLoader.setPriority(this.options.priority),this.textureLoader.setCache(this.options.cache)),this.textureLoader.setCrossOrigin(this.options.crossOrigin),this.textureLoader.setWithCredentials(this.options.withCredentials),this.textureLoader.setRequestHeader(this.options.requestHeader),this.fileLoader=new Pr(this.options.manager),this.fileLoader.setPriority(this.options.priority),this.fileLoader.setCache(this.options.cache),this.fileLoader.setResponseType("arraybuffer"),(this.options.withCredentials||this.options.crossOrigin==="use-credentials")&&this.fileLoader.setWithCredentials(!0)}setExtensions(e){this.extensions=e}setPlugins(e){this.plugins=e}parse(e,t){let n=this,i=this.json,r=this.extensions;this.cache.removeAll(),this.nodeCache={},this._invokeAll(function(o){return o._markDefs&&o._markDefs()}),Promise.all(this._invokeAll(function(o){return o.beforeRoot&&o.beforeRoot()})).then(function(){return Promise.all([n.getDependencies("scene"),n.getDependencies("animation"),n.getDependencies("camera")])}).then(function(o){let a={scene:o[0][i.scene||0],scenes:o[0],animations:o[1],cameras:o[2],asset:i.asset,parser:n,userData:{}};return zs(r,a,i),ui(a,i),Promise.all(n._invokeAll(function(l){return l.afterRoot&&l.afterRoot(a)})).then(function(){for(let l of a.scenes)l.updateMatrixWorld();e(a)})}).catch(t)}_markDefs(){let e=this.json.nodes||[],t=this.json.skins||[],n=this.json.meshes||[];for(let i=0,r=t.length;i<r;i++){let o=t[i].joints;for(let a=0,l=o.length;a<l;a++)e[o[a]].isBone=!0}for(let i=0,r=e.length;i<r;i++){let o=e[i];o.mesh!==void 0&&(this._addNodeRef(this.meshCache,o.mesh),o.skin!==void 0&&(n[o.mesh].isSkinnedMesh=!0)),o.camera!==void 0&&this._addNodeRef(this.cameraCache,o.camera)}}_addNodeRef(e,t){t!==void 0&&(e.refs[t]===void 0&&(e.refs[t]=e.uses[t]=0),e.refs[t]++)}_getNodeRef(e,t,n){if(e.refs[t]<=1)return n;let i=n.clone(),r=(o,a)=>{let l=this.associations.get(o);l!=null&&this.associations.set(a,l);for(let[c,h]of o.children.entries())r(h,a.children[c])};return r(n,i),i.name+="_instance_"+e.uses[t]++,i}_invokeOne(e){let t=Object.values(this.plugins);t.push(this);for(let n=0;n<t.length;n++){let i=e(t[n]);if(i)return i}return null}_invokeAll(e){let t=Object.values(this.plugins);t.unshift(this);let n=[];for(let i=0;i<t.length;i++){let r=e(t[i]);r&&n.push(r)}return n}getDependency(e,t){let n=e+":"+t,i=this.cache.get(n);if(!i){switch(e){case"scene":i=this.loadScene(t);break;case"node":i=this._invokeOne(function(r){return r.loadNode&&r.loadNode(t)});break;case"mesh":i=this._invokeOne(function(r){return r.loadMesh&&r.loadMesh(t)});break;case"accessor":i=this.loadAccessor(t);break;case"bufferView":i=this._invokeOne(function(r){return r.loadBufferView&&r.loadBufferView(t)});break;case"buffer":i=this.loadBuffer(t);break;case"material":i=this._invokeOne(function(r){return r.loadMaterial&&r.loadMaterial(t)});break;case"texture":i=this._invokeOne(function(r){return r.loadTexture&&r.loadTexture(t)});break;case"skin":i=this.loadSkin(t);break;case"animation":i=this._invokeOne(function(r){return r.loadAnimation&&r.loadAnimation(t)});break;case"camera":i=this.loadCamera(t);break;default:if(i=this._invokeOne(function(r){return r!=this&&r.getDependency&&r.getDependency(e,t)}),!i)throw new Error("Unknown type: "+e);break}this.cache.add(n,i)}return i}getDependencies(e){let t=this.cache.get(e);if(!t){let n=this,i=this.json[e+(e==="mesh"?"es":"s")]||[];t=Promise.all(i.map(function(r,o){return n.getDependency(e,o)})),this.cache.add(e,t)}return t}loadBuffer(e){let t=this.json.buffers[e],n=this.fileLoader;if(t.type&&t.type!=="arraybuffer")throw new Error("THREE.GLTFLoader: "+t.type+" buffer type is not supported.");if(t.uri===void 0&&e===0)return Promise.resolve(this.extensions[$e.KHR_BINARY_GLTF].body);let i=this.options;return new Promise(function(r,o){n.load(Ni.resolveURL(t.uri,i.path),r,void 0,function(){o(new Error('THREE.GLTFLoader: Failed to load buffer "'+t.uri+'".'))})})}loadBufferView(e){let t=this.json.bufferViews[e];return this.getDependency("buffer",t.buffer).then(function(n){let i=t.byteLength||0,r=t.byteOffset||0;return n.slice(r,r+i)})}loadAccessor(e){let t=this,n=this.json,i=this.json.accessors[e];if(i.bufferView===void 0&&i.sparse===void 0){let o=fd[i.type],a=Xr[i.componentType],l=i.normalized===!0,c=new a(i.count*o);return Promise.resolve(new Qe(c,o,l))}let r=[];return i.bufferView!==void 0?r.push(this.getDependency("bufferView",i.bufferView)):r.push(null),i.sparse!==void 0&&(r.push(this.getDependency("bufferView",i.sparse.indices.bufferView)),r.push(this.getDependency("bufferView",i.sparse.values.bufferView))),Promise.all(r).then(function(o){let a=o[0],l=fd[i.type],c=Xr[i.componentType],h=c.BYTES_PER_ELEMENT,u=h*l,d=i.byteOffset||0,f=i.bufferView!==void 0?n.bufferViews[i.bufferView].byteStride:void 0,m=i.normalized===!0,y,p;if(f&&f!==u){let g=Math.floor(d/f),v="InterleavedBuffer:"+i.bufferView+":"+i.componentType+":"+g+":"+i.count,T=t.cache.get(v);T||(y=new c(a,g*f,i.count*f/h),T=new Er(y,f/h),t.cache.add(v,T)),p=new Zi(T,l,d%f/h,m)}else a===null?y=new c(i.count*l):y=new c(a,d,i.count*l),p=new Qe(y,l,m);if(i.sparse!==void 0){let g=fd.SCALAR,v=Xr[i.sparse.indices.componentType],T=i.sparse.indices.byteOffset||0,x=i.sparse.values.byteOffset||0,A=new v(o[1],T,i.sparse.count*g),E=new c(o[2],x,i.sparse.count*l);a!==null&&(p=new Qe(p.array.slice(),p.itemSize,p.normalized)),p.normalized=!1;for(let _=0,w=A.length;_<w;_++){let I=A[_];if(p.setX(I,E[_*l]),l>=2&&p.setY(I,E[_*l+1]),l>=3&&p.setZ(I,E[_*l+2]),l>=4&&p.setW(I,E[_*l+3]),l>=5)throw new Error("THREE.GLTFLoader: Unsupported itemSize in sparse BufferAttribute.")}p.normalized=m}return p})}loadTexture(e){let t=this.json,n=this.options,r=t.textures[e].source,o=t.images[r],a=this.textureLoader;if(o.uri){let l=n.manager.getHandler(o.uri);l!==null&&(a=l)}return this.loadTextureImage(e,r,a)}loadTextureImage(e,t,n){let i=this,r=this.json,o=r.textures[e],a=r.images[t],l=(a.uri||a.bufferView)+":"+o.sampler;if(this.textureCache[l])return this.textureCache[l];let c=this.loadImageSource(t,n).then(function(h){h.flipY=!1,h.name=o.name||a.name||"",h.name===""&&typeof a.uri=="string"&&a.uri.startsWith("data:image/")===!1&&(h.name=a.uri);let d=(r.samplers||{})[o.sampler]||{};return h.magFilter=ag[d.magFilter]||bt,h.minFilter=ag[d.minFilter]||pn,h.wrapS=lg[d.wrapS]||ei,h.wrapT=lg[d.wrapT]||ei,h.generateMipmaps=!h.isCompressedTexture&&h.minFilter!==Ot&&h.minFilter!==bt,i.associations.set(h,{textures:e}),h}).catch(function(){return null});return this.textureCache[l]=c,c}loadImageSource(e,t){let n=this,i=this.json,r=this.options;if(this.sourceCache[e]!==void 0)return this.sourceCache[e].then(d=>d.clone());let o=i.images[e],a=self.URL||self.webkitURL,l=o.uri||"",c=!1,h;if(t.isKTX2Loader===!0&&o.bufferView!==void 0)h=n.getDependency("bufferView",o.bufferView).then(function(d){return new Promise(function(f,m){t.parse(d,f,m)})});else{if(o.bufferView!==void 0)l=n.getDependency("bufferView",o.bufferView).then(function(d){c=!0;let f=new Blob([d],{type:o.mimeType});return l=a.createObjectURL(f),l});else if(o.uri===void 0)throw new Error("THREE.GLTFLoader: Image "+e+" is missing URI and bufferView");h=Promise.resolve(l).then(function(d){return new Promise(function(f,m){let y=f;t.isImageBitmapLoader===!0&&(y=function(p){let g=new Et(p);g.needsUpdate=!0,f(g)}),t.load(Ni.resolveURL(d,r.path),y,void 0,m)})})}let u=h.then(function(d){return c===!0&&a.revokeObjectURL(l),ui(d,o),d.userData.mimeType=o.mimeType||IS(o.uri),d}).catch(function(d){throw console.error("THREE.GLTFLoader: Couldn't load texture",l),d});return this.sourceCache[e]=u,u}assignTexture(e,t,n,i){let r=this;return this.getDependency("texture",n.index).then(function(o){if(!o)return null;if(n.texCoord!==void 0&&n.texCoord>0&&(o=o.clone(),o.channel=n.texCoord),r.extensions[$e.KHR_TEXTURE_TRANSFORM]){let a=n.extensions!==void 0?n.extensions[$e.KHR_TEXTURE_TRANSFORM]:void 0;if(a){let l=r.associations.get(o);o=r.extensions[$e.KHR_TEXTURE_TRANSFORM].extendTexture(o,a),r.associations.set(o,l)}}return i!==void 0&&(o.colorSpace=i),e[t]=o,o})}assignFinalMaterial(e){let t=e.geometry,n=e.material,i=t.attributes.tangent===void 0,r=t.attributes.color!==void 0,o=t.attributes.normal===void 0;if(e.isPoints){let a="PointsMaterial:"+n.uuid,l=this.cache.get(a);l||(l=new Rr,Ht.prototype.copy.call(l,n),l.color.copy(n.color),l.map=n.map,l.sizeAttenuation=!1,this.cache.add(a,l)),n=l}else if(e.isLine){let a="LineBasicMaterial:"+n.uuid,l=this.cache.get(a);l||(l=new ii,Ht.prototype.copy.call(l,n),l.color.copy(n.color),l.map=n.map,this.cache.add(a,l)),n=l}if(i||r||o){let a="ClonedMaterial:"+n.uuid+":";i&&(a+="derivative-tangents:"),r&&(a+="vertex-colors:"),o&&(a+="flat-shading:");let l=this.cache.get(a);l||(l=n.clone(),r&&(l.vertexColors=!0),o&&(l.flatShading=!0),i&&(l.normalScale&&(l.normalScale.y*=-1),l.clearcoatNormalScale&&(l.clearcoatNormalScale.y*=-1)),this.cache.add(a,l),this.associations.set(l,this.associations.get(n))),n=l}e.material=n}getMaterialType(){return xn}loadMaterial(e){let t=this,n=this.json,i=this.extensions,r=n.materials[e],o,a={},l=r.extensions||{},c=[];if(l[$e.KHR_MATERIALS_UNLIT]){let u=i[$e.KHR_MATERIALS_UNLIT];o=u.getMaterialType(),c.push(u.extendParams(a,r,t))}else{let u=r.pbrMetallicRoughness||{};if(a.color=new le(1,1,1),a.opacity=1,Array.isArray(u.baseColorFactor)){let d=u.baseColorFactor;a.color.setRGB(d[0],d[1],d[2],Ct),a.opacity=d[3]}u.baseColorTexture!==void 0&&c.push(t.assignTexture(a,"map",u.baseColorTexture,vt)),a.metalness=u.metallicFactor!==void 0?u.metallicFactor:1,a.roughness=u.roughnessFactor!==void 0?u.roughnessFactor:1,u.metallicRoughnessTexture!==void 0&&(c.push(t.assignTexture(a,"metalnessMap",u.metallicRoughnessTexture)),c.push(t.assignTexture(a,"roughnessMap",u.metallicRoughnessTexture))),o=this._invokeOne(function(d){return d.getMaterialType&&d.getMaterialType(e)}),c.push(Promise.all(this._invokeAll(function(d){return d.extendMaterialParams&&d.extendMaterialParams(e,a)})))}r.doubleSided===!0&&(a.side=nt);let h=r.alphaMode||pd.OPAQUE;if(h===pd.BLEND?(a.transparent=!0,a.depthWrite=!1):(a.transparent=!1,h===pd.MASK&&(a.alphaTest=r.alphaCutoff!==void 0?r.alphaCutoff:.5)),r.normalTexture!==void 0&&o!==ht&&(c.push(t.assignTexture(a,"normalMap",r.normalTexture)),a.normalScale=new Ee(1,1),r.normalTexture.scale!==void 0)){let u=r.normalTexture.scale;a.normalScale.set(u,u)}if(r.occlusionTexture!==void 0&&o!==ht&&(c.push(t.assignTexture(a,"aoMap",r.occlusionTexture)),r.occlusionTexture.strength!==void 0&&(a.aoMapIntensity=r.occlusionTexture.strength)),r.emissiveFactor!==void 0&&o!==ht){let u=r.emissiveFactor;a.emissive=new le().setRGB(u[0],u[1],u[2],Ct)}return r.emissiveTexture!==void 0&&o!==ht&&c.push(t.assignTexture(a,"emissiveMap",r.emissiveTexture,vt)),Promise.all(c).then(function(){let u=new o(a);return r.name&&(u.name=r.name),ui(u,r),t.associations.set(u,{materials:e}),r.extensions&&zs(i,u,r),u})}createUniqueName(e){let t=dt.sanitizeNodeName(e||"");return t in this.nodeNamesUsed?t+"_"+ ++this.nodeNamesUsed[t]:(this.nodeNamesUsed[t]=0,t)}loadGeometries(e){let t=this,n=this.extensions,i=this.primitiveCache;function r(a){return n[$e.KHR_DRACO_MESH_COMPRESSION].decodePrimitive(a,t).then(function(l){return cg(l,a,t)})}let o=[];for(let a=0,l=e.length;a<l;a++){let c=e[a],h=LS(c),u=i[h];if(u)o.push(u.promise);else{let d;c.extensions&&c.extensions[$e.KHR_DRACO_MESH_COMPRESSION]?d=r(c):d=cg(new Ze,c,t),c.mode===Bn.TRIANGLE_STRIP?d=d.then(f=>dd(f,Bo)):c.mode===Bn.TRIANGLE_FAN&&(d=d.then(f=>dd(f,zr))),i[h]={primitive:c,promise:d},o.push(d)}}return Promise.all(o)}loadMesh(e){let t=this,n=this.json,i=this.extensions,r=n.meshes[e],o=r.primitives,a=[];for(let l=0,c=o.length;l<c;l++){let h=o[l].material===void 0?RS(this.cache):this.getDependency("material",o[l].material);a.push(h)}return a.push(t.loadGeometries(o)),Promise.all(a).then(async function(l){let c=l.slice(0,l.length-1),h=l[l.length-1],u=[];for(let f=0,m=h.length;f<m;f++){let y=h[f],p=o[f],g,v=c[f];if(p.mode===Bn.TRIANGLES||p.mode===Bn.TRIANGLE_STRIP||p.mode===Bn.TRIANGLE_FAN||p.mode===void 0){let T=r.isSkinnedMesh===!0,x=y.hasAttribute("skinIndex")&&y.hasAttribute("skinWeight");T&&x===!1&&console.warn("THREE.GLTFLoader: Missing skinIndex or skinWeight attributes. Skinning disabled."),g=T&&x?new Pt(y,v):new se(y,v),g.isSkinnedMesh===!0&&g.normalizeSkinWeights()}else if(p.mode===Bn.LINES)g=new Rs(y,v);else if(p.mode===Bn.LINE_STRIP)g=new sn(y,v);else if(p.mode===Bn.LINE_LOOP)g=new _o(y,v);else if(p.mode===Bn.POINTS)g=new yo(y,v);else throw new Error("THREE.GLTFLoader: Primitive mode unsupported: "+p.mode);Object.keys(g.geometry.morphAttributes).length>0&&PS(g,r),g.name=t.createUniqueName(r.name||"mesh_"+e),ui(g,r),p.extensions&&zs(i,g,p),t.assignFinalMaterial(g),u.push(g)}for(let f=0,m=u.length;f<m;f++)t.associations.set(u[f],{meshes:e,primitives:f});if(u.length===1)return r.extensions&&zs(i,u[0],r),u[0];let d=new Mt;r.extensions&&zs(i,d,r),t.associations.set(d,{meshes:e});for(let f=0,m=u.length;f<m;f++)d.add(u[f]);return d})}loadCamera(e){let t,n=this.json.cameras[e],i=n[n.type];if(!i){console.warn("THREE.GLTFLoader: Missing camera parameters.");return}return n.type==="perspective"?t=new xt(Kt.radToDeg(i.yfov),i.aspectRatio||1,i.znear||1,i.zfar||2e6):n.type==="orthographic"&&(t=new Sn(-i.xmag,i.xmag,i.ymag,-i.ymag,i.znear,i.zfar)),n.name&&(t.name=this.createUniqueName(n.name)),ui(t,n),Promise.resolve(t)}loadSkin(e){let t=this.json.skins[e],n=[];for(let i=0,r=t.joints.length;i<r;i++)n.push(this._loadNodeShallow(t.joints[i]));return t.inverseBindMatrices!==void 0?n.push(this.getDependency("accessor",t.inverseBindMatrices)):n.push(null),Promise.all(n).then(function(i){let r=i.pop(),o=i,a=[],l=[];for(let c=0,h=o.length;c<h;c++){let u=o[c];if(u){a.push(u);let d=new Se;r!==null&&d.fromArray(r.array,c*16),l.push(d)}else console.warn('THREE.GLTFLoader: Joint "%s" could not be found.',t.joints[c])}return new go(a,l)})}loadAnimation(e){let t=this.json,n=this,i=t.animations[e],r=i.name?i.name:"animation_"+e,o=[],a=[],l=[],c=[],h=[];for(let u=0,d=i.channels.length;u<d;u++){let f=i.channels[u],m=i.samplers[f.sampler],y=f.target,p=y.node,g=i.parameters!==void 0?i.parameters[m.input]:m.input,v=i.parameters!==void 0?i.parameters[m.output]:m.output;y.node!==void 0&&(o.push(this.getDependency("node",p)),a.push(this.getDependency("accessor",g)),l.push(this.getDependency("accessor",v)),c.push(m),h.push(y))}return Promise.all([Promise.all(o),Promise.all(a),Promise.all(l),Promise.all(c),Promise.all(h)]).then(function(u){let d=u[0],f=u[1],m=u[2],y=u[3],p=u[4],g=[];for(let T=0,x=d.length;T<x;T++){let A=d[T],E=f[T],_=m[T],w=y[T],I=p[T];if(A===void 0)continue;A.updateMatrix&&A.updateMatrix();let C=n._createAnimationTracks(A,E,_,w,I);if(C)for(let N=0;N<C.length;N++)g.push(C[N])}let v=new Di(r,void 0,g);return ui(v,i),v})}createNodeMesh(e){let t=this.json,n=this,i=t.nodes[e];return i.mesh===void 0?null:n.getDependency("mesh",i.mesh).then(function(r){let o=n._getNodeRef(n.meshCache,i.mesh,r);return i.weights!==void 0&&o.traverse(function(a){if(a.isMesh)for(let l=0,c=i.weights.length;l<c;l++)a.morphTargetInfluences[l]=i.weights[l]}),o})}loadNode(e){let t=this.json,n=this,i=t.nodes[e],r=n._loadNodeShallow(e),o=[],a=i.children||[];for(let c=0,h=a.length;c<h;c++)o.push(n.getDependency("node",a[c]));let l=i.skin===void 0?Promise.resolve(null):n.getDependency("skin",i.skin);return Promise.all([r,Promise.all(o),l]).then(function(c){let h=c[0],u=c[1],d=c[2];d!==null&&h.traverse(function(f){f.isSkinnedMesh&&f.bind(d,DS)});for(let f=0,m=u.length;f<m;f++)h.add(u[f]);if(h.userData.pivot!==void 0&&u.length>0){let f=h.userData.pivot,m=u[0];h.pivot=new S().fromArray(f),h.position.x-=f[0],h.position.y-=f[1],h.position.z-=f[2],m.position.set(0,0,0),delete h.userData.pivot}return h})}_loadNodeShallow(e){let t=this.json,n=this.extensions,i=this;if(this.nodeCache[e]!==void 0)return this.nodeCache[e];let r=t.nodes[e],o=r.name?i.createUniqueName(r.name):"",a=[],l=i._invokeOne(function(c){return c.createNodeMesh&&c.createNodeMesh(e)});return l&&a.push(l),r.camera!==void 0&&a.push(i.getDependency("camera",r.camera).then(function(c){return i._getNodeRef(i.cameraCache,r.camera,c)})),i._invokeAll(function(c){return c.createNodeAttachment&&c.createNodeAttachment(e)}).forEach(function(c){a.push(c)}),this.nodeCache[e]=Promise.all(a).then(function(c){let h;if(r.isBone===!0?h=new Ar:c.length>1?h=new Mt:c.length===1?h=c[0]:h=new lt,h!==c[0])for(let u=0,d=c.length;u<d;u++)h.add(c[u]);if(r.name&&(h.userData.name=r.name,h.name=o),ui(h,r),r.extensions&&zs(n,h,r),r.matrix!==void 0){let u=new Se;u.fromArray(r.matrix),h.applyMatrix4(u)}else r.translation!==void 0&&h.position.fromArray(r.translation),r.rotation!==void 0&&h.quaternion.fromArray(r.rotation),r.scale!==void 0&&h.scale.fromArray(r.scale);if(!i.associations.has(h))i.associations.set(h,{});else if(r.mesh!==void 0&&i.meshCache.refs[r.mesh]>1){let u=i.associations.get(h);i.associations.set(h,{...u})}return i.associations.get(h).nodes=e,h}),this.nodeCache[e]}loadScene(e){let t=this.extensions,n=this.json.scenes[e],i=this,r=new Mt;n.name&&(r.name=i.createUniqueName(n.name)),ui(r,n),n.extensions&&zs(t,r,n);let o=n.nodes||[],a=[];for(let l=0,c=o.length;l<c;l++)a.push(i.getDependency("node",o[l]));return Promise.all(a).then(function(l){for(let h=0,u=l.length;h<u;h++){let d=l[h];d.parent!==null?r.add(sg(d)):r.add(d)}let c=h=>{let u=new Map;for(let[d,f]of i.associations)(d instanceof Ht||d instanceof Et)&&u.set(d,f);return h.traverse(d=>{let f=i.associations.get(d);f!=null&&u.set(d,f)}),u};return i.associations=c(r),r})}_createAnimationTracks(e,t,n,i,r){let o=[],a=e.name?e.name:e.uuid,l=[];function c(f){f.morphTargetInfluences&&l.push(f.name?f.name:f.uuid)}ls[r.path]===ls.weights?(c(e),e.isGroup&&e.children.forEach(c)):l.push(a);let h;switch(ls[r.path]){case ls.weights:h=Pi;break;case ls.rotation:h=Li;break;case ls.translation:case ls.scale:h=es;break;default:n.itemSize===1?h=Pi:h=es;break}let u=i.interpolation!==void 0?AS[i.interpolation]:Es,d=this._getArrayFromAccessor(n);for(let f=0,m=l.length;f<m;f++){let y=new h(l[f]+"."+ls[r.path],t.array,d,u);i.interpolation==="CUBICSPLINE"&&this._createCubicSplineTrackInterpolant(y),o.push(y)}return o}_getArrayFromAccessor(e){let t=e.array;if(e.normalized){let n=zd(t.constructor),i=new Float32Array(t.length);for(let r=0,o=t.length;r<o;r++)i[r]=t[r]*n;t=i}return t}_createCubicSplineTrackInterpolant(e){e.createInterpolant=function(n){let i=this instanceof Li?Bd:oc;return new i(this.times,this.values,this.getValueSize()/3,n)},e.createInterpolant.isInterpolantFactoryMethodGLTFCubicSpline=!0}};function NS(s,e,t){let n=e.attributes,i=new yt;if(n.POSITION!==void 0){let a=t.json.accessors[n.POSITION],l=a.min,c=a.max;if(l!==void 0&&c!==void 0){if(i.set(new S(l[0],l[1],l[2]),new S(c[0],c[1],c[2])),a.normalized){let h=zd(Xr[a.componentType]);i.min.multiplyScalar(h),i.max.multiplyScalar(h)}}else{console.warn("THREE.GLTFLoader: Missing min/max properties for accessor POSITION.");return}}else return;let r=e.targets;if(r!==void 0){let a=new S,l=new S;for(let c=0,h=r.length;c<h;c++){let u=r[c];if(u.POSITION!==void 0){let d=t.json.accessors[u.POSITION],f=d.min,m=d.max;if(f!==void 0&&m!==void 0){if(l.setX(Math.max(Math.abs(f[0]),Math.abs(m[0]))),l.setY(Math.max(Math.abs(f[1]),Math.abs(m[1]))),l.setZ(Math.max(Math.abs(f[2]),Math.abs(m[2]))),d.normalized){let y=zd(Xr[d.componentType]);l.multiplyScalar(y)}a.max(l)}else console.warn("THREE.GLTFLoader: Missing min/max properties for accessor POSITION.")}}i.expandByVector(a)}s.boundingBox=i;let o=new yn;i.getCenter(o.center),o.radius=i.min.distanceTo(i.max)/2,s.boundingSphere=o}function cg(s,e,t){let n=e.attributes,i=[];function r(o,a){return t.getDependency("accessor",o).then(function(l){s.setAttribute(a,l)})}for(let o in n){let a=kd[o]||o.toLowerCase();a in s.attributes||i.push(r(n[o],a))}if(e.indices!==void 0&&!s.index){let o=t.getDependency("accessor",e.indices).then(function(a){s.setIndex(a)});i.push(o)}return qe.workingColorSpace!==Ct&&"COLOR_0"in n&&console.warn(`THREE.GLTFLoader: Converting vertex colors from "srgb-linear" to "${qe.workingColorSpace}" not supported.`),ui(s,e),NS(s,e,t),Promise.all(i).then(function(){return e.targets!==void 0?CS(s,e.targets,t):s})}var OS=Object.defineProperty,ug=Object.getOwnPropertySymbols,US=Object.prototype.hasOwnProperty,FS=Object.prototype.propertyIsEnumerable,dg=(s,e,t)=>e in s?OS(s,e,{enumerable:!0,configurable:!0,writable:!0,value:t}):s[e]=t,fg=(s,e)=>{for(var t in e||(e={}))US.call(e,t)&&dg(s,t,e[t]);if(ug)for(var t of ug(e))FS.call(e,t)&&dg(s,t,e[t]);return s},Hs=(s,e,t)=>new Promise((n,i)=>{var r=l=>{try{a(t.next(l))}catch(c){i(c)}},o=l=>{try{a(t.throw(l))}catch(c){i(c)}},a=l=>l.done?n(l.value):Promise.resolve(l.value).then(r,o);a((t=t.apply(s,e)).next())}),BS={"":3e3,srgb:3001};function kS(s,e){parseInt("187",10)>=152?s.colorSpace=e:s.encoding=BS[e]}var zS=class{get pending(){return Promise.all(this._pendings)}constructor(s,e){this._parser=s,this._materialParams=e,this._pendings=[]}assignPrimitive(s,e){e!=null&&(this._materialParams[s]=e)}assignColor(s,e,t){if(e!=null){let n=new le().fromArray(e);t&&n.convertSRGBToLinear(),this._materialParams[s]=n}}assignTexture(s,e,t){return Hs(this,null,function*(){let n=Hs(this,null,function*(){if(e!=null){let i=yield this._parser.assignTexture(this._materialParams,s,e);if(i==null){console.warn("GLTFMToonMaterialParamsAssignHelper: Failed to load texture. The rendering result may be wrong");return}t&&kS(i,"srgb")}});return this._pendings.push(n),n})}assignTextureByIndex(s,e,t){return Hs(this,null,function*(){return this.assignTexture(s,e!=null?{index:e}:void 0,t)})}},HS=`// #define PHONG

varying vec3 vViewPosition;

#ifndef FLAT_SHADED
  varying vec3 vNormal;
#endif

#include <common>

// #include <uv_pars_vertex>
#ifdef MTOON_USE_UV
  varying vec2 vUv;

  // COMPAT: pre-r151 uses a common uvTransform
  #if THREE_VRM_THREE_REVISION < 151
    uniform mat3 uvTransform;
  #endif
#endif

// #include <uv2_pars_vertex>
// COMAPT: pre-r151 uses uv2 for lightMap and aoMap
#if THREE_VRM_THREE_REVISION < 151
  #if defined( USE_LIGHTMAP ) || defined( USE_AOMAP )
    attribute vec2 uv2;
    varying vec2 vUv2;
    uniform mat3 uv2Transform;
  #endif
#endif

// #include <displacementmap_pars_vertex>
// #include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>

#ifdef USE_OUTLINEWIDTHMULTIPLYTEXTURE
  uniform sampler2D outlineWidthMultiplyTexture;
  uniform mat3 outlineWidthMultiplyTextureUvTransform;
#endif

uniform float outlineWidthFactor;

void main() {

  // #include <uv_vertex>
  #ifdef MTOON_USE_UV
    // COMPAT: pre-r151 uses a common uvTransform
    #if THREE_VRM_THREE_REVISION >= 151
      vUv = uv;
    #else
      vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
    #endif
  #endif

  // #include <uv2_vertex>
  // COMAPT: pre-r151 uses uv2 for lightMap and aoMap
  #if THREE_VRM_THREE_REVISION < 151
    #if defined( USE_LIGHTMAP ) || defined( USE_AOMAP )
      vUv2 = ( uv2Transform * vec3( uv2, 1 ) ).xy;
    #endif
  #endif

  #include <color_vertex>

  #include <beginnormal_vertex>
  #include <morphnormal_vertex>
  #include <skinbase_vertex>
  #include <skinnormal_vertex>

  // we need this to compute the outline properly
  objectNormal = normalize( objectNormal );

  #include <defaultnormal_vertex>

  #ifndef FLAT_SHADED // Normal computed with derivatives when FLAT_SHADED
    vNormal = normalize( transformedNormal );
  #endif

  #include <begin_vertex>

  #include <morphtarget_vertex>
  #include <skinning_vertex>
  // #include <displacementmap_vertex>
  #include <project_vertex>
  #include <logdepthbuf_vertex>
  #include <clipping_planes_vertex>

  vViewPosition = - mvPosition.xyz;

  #ifdef OUTLINE
    float worldNormalLength = length( transformedNormal );
    vec3 outlineOffset = outlineWidthFactor * worldNormalLength * objectNormal;

    #ifdef USE_OUTLINEWIDTHMULTIPLYTEXTURE
      vec2 outlineWidthMultiplyTextureUv = ( outlineWidthMultiplyTextureUvTransform * vec3( vUv, 1 ) ).xy;
      float outlineTex = texture2D( outlineWidthMultiplyTexture, outlineWidthMultiplyTextureUv ).g;
      outlineOffset *= outlineTex;
    #endif

    #ifdef OUTLINE_WIDTH_SCREEN
      outlineOffset *= vViewPosition.z / projectionMatrix[ 1 ].y;
    #endif

    gl_Position = projectionMatrix * modelViewMatrix * vec4( outlineOffset + transformed, 1.0 );

    gl_Position.z += 1E-6 * gl_Position.w; // anti-artifact magic
  #endif

  #include <worldpos_vertex>
  // #include <envmap_vertex>
  #include <shadowmap_vertex>
  #include <fog_vertex>

}`,VS=`// #define PHONG

uniform vec3 litFactor;

uniform float opacity;

uniform vec3 shadeColorFactor;
#ifdef USE_SHADEMULTIPLYTEXTURE
  uniform sampler2D shadeMultiplyTexture;
  uniform mat3 shadeMultiplyTextureUvTransform;
#endif

uniform float shadingShiftFactor;
uniform float shadingToonyFactor;

#ifdef USE_SHADINGSHIFTTEXTURE
  uniform sampler2D shadingShiftTexture;
  uniform mat3 shadingShiftTextureUvTransform;
  uniform float shadingShiftTextureScale;
#endif

uniform float giEqualizationFactor;

uniform vec3 parametricRimColorFactor;
#ifdef USE_RIMMULTIPLYTEXTURE
  uniform sampler2D rimMultiplyTexture;
  uniform mat3 rimMultiplyTextureUvTransform;
#endif
uniform float rimLightingMixFactor;
uniform float parametricRimFresnelPowerFactor;
uniform float parametricRimLiftFactor;

#ifdef USE_MATCAPTEXTURE
  uniform vec3 matcapFactor;
  uniform sampler2D matcapTexture;
  uniform mat3 matcapTextureUvTransform;
#endif

uniform vec3 emissive;
uniform float emissiveIntensity;

uniform vec3 outlineColorFactor;
uniform float outlineLightingMixFactor;

#ifdef USE_UVANIMATIONMASKTEXTURE
  uniform sampler2D uvAnimationMaskTexture;
  uniform mat3 uvAnimationMaskTextureUvTransform;
#endif

uniform float uvAnimationScrollXOffset;
uniform float uvAnimationScrollYOffset;
uniform float uvAnimationRotationPhase;

#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>

// #include <uv_pars_fragment>
#if ( defined( MTOON_USE_UV ) && !defined( MTOON_UVS_VERTEX_ONLY ) )
  varying vec2 vUv;
#endif

// #include <uv2_pars_fragment>
// COMAPT: pre-r151 uses uv2 for lightMap and aoMap
#if THREE_VRM_THREE_REVISION < 151
  #if defined( USE_LIGHTMAP ) || defined( USE_AOMAP )
    varying vec2 vUv2;
  #endif
#endif

#include <map_pars_fragment>

#ifdef USE_MAP
  uniform mat3 mapUvTransform;
#endif

// #include <alphamap_pars_fragment>

#include <alphatest_pars_fragment>

#include <aomap_pars_fragment>
// #include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>

#ifdef USE_EMISSIVEMAP
  uniform mat3 emissiveMapUvTransform;
#endif

// #include <envmap_common_pars_fragment>
// #include <envmap_pars_fragment>
// #include <cube_uv_reflection_fragment>
#include <fog_pars_fragment>

// #include <bsdfs>
// COMPAT: pre-r151 doesn't have BRDF_Lambert in <common>
#if THREE_VRM_THREE_REVISION < 151
  vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
    return RECIPROCAL_PI * diffuseColor;
  }
#endif

#include <lights_pars_begin>

#include <normal_pars_fragment>

// #include <lights_phong_pars_fragment>
varying vec3 vViewPosition;

struct MToonMaterial {
  vec3 diffuseColor;
  vec3 shadeColor;
  float shadingShift;
};

float linearstep( float a, float b, float t ) {
  return clamp( ( t - a ) / ( b - a ), 0.0, 1.0 );
}

/**
 * Convert NdotL into toon shading factor using shadingShift and shadingToony
 */
float getShading(
  const in float dotNL,
  const in float shadow,
  const in float shadingShift
) {
  float shading = dotNL;
  shading = shading + shadingShift;
  shading = linearstep( -1.0 + shadingToonyFactor, 1.0 - shadingToonyFactor, shading );
  shading *= shadow;
  return shading;
}

/**
 * Mix diffuseColor and shadeColor using shading factor and light color
 */
vec3 getDiffuse(
  const in MToonMaterial material,
  const in float shading,
  in vec3 lightColor
) {
  #ifdef DEBUG_LITSHADERATE
    return vec3( BRDF_Lambert( shading * lightColor ) );
  #endif

  vec3 col = lightColor * BRDF_Lambert( mix( material.shadeColor, material.diffuseColor, shading ) );

  // The "comment out if you want to PBR absolutely" line
  #ifdef V0_COMPAT_SHADE
    col = min( col, material.diffuseColor );
  #endif

  return col;
}

// COMPAT: pre-r156 uses a struct GeometricContext
#if THREE_VRM_THREE_REVISION >= 157
  void RE_Direct_MToon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in MToonMaterial material, const in float shadow, inout ReflectedLight reflectedLight ) {
    float dotNL = clamp( dot( geometryNormal, directLight.direction ), -1.0, 1.0 );
    vec3 irradiance = directLight.color;

    // directSpecular will be used for rim lighting, not an actual specular
    reflectedLight.directSpecular += irradiance;

    irradiance *= dotNL;

    float shading = getShading( dotNL, shadow, material.shadingShift );

    // toon shaded diffuse
    reflectedLight.directDiffuse += getDiffuse( material, shading, directLight.color );
  }

  void RE_IndirectDiffuse_MToon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in MToonMaterial material, inout ReflectedLight reflectedLight ) {
    // indirect diffuse will use diffuseColor, no shadeColor involved
    reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );

    // directSpecular will be used for rim lighting, not an actual specular
    reflectedLight.directSpecular += irradiance;
  }
#else
  void RE_Direct_MToon( const in IncidentLight directLight, const in GeometricContext geometry, const in MToonMaterial material, const in float shadow, inout ReflectedLight reflectedLight ) {
    float dotNL = clamp( dot( geometry.normal, directLight.direction ), -1.0, 1.0 );
    vec3 irradiance = directLight.color;

    // directSpecular will be used for rim lighting, not an actual specular
    reflectedLight.directSpecular += irradiance;

    irradiance *= dotNL;

    float shading = getShading( dotNL, shadow, material.shadingShift );

    // toon shaded diffuse
    reflectedLight.directDiffuse += getDiffuse( material, shading, directLight.color );
  }

  void RE_IndirectDiffuse_MToon( const in vec3 irradiance, const in GeometricContext geometry, const in MToonMaterial material, inout ReflectedLight reflectedLight ) {
    // indirect diffuse will use diffuseColor, no shadeColor involved
    reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );

    // directSpecular will be used for rim lighting, not an actual specular
    reflectedLight.directSpecular += irradiance;
  }
#endif

#define RE_Direct RE_Direct_MToon
#define RE_IndirectDiffuse RE_IndirectDiffuse_MToon
#define Material_LightProbeLOD( material ) (0)

#include <shadowmap_pars_fragment>
// #include <bumpmap_pars_fragment>

// #include <normalmap_pars_fragment>
#ifdef USE_NORMALMAP

  uniform sampler2D normalMap;
  uniform mat3 normalMapUvTransform;
  uniform vec2 normalScale;

#endif

// COMPAT: pre-r151
// USE_NORMALMAP_OBJECTSPACE used to be OBJECTSPACE_NORMALMAP in pre-r151
#if defined( USE_NORMALMAP_OBJECTSPACE ) || defined( OBJECTSPACE_NORMALMAP )

  uniform mat3 normalMatrix;

#endif

// COMPAT: pre-r151
// USE_NORMALMAP_TANGENTSPACE used to be TANGENTSPACE_NORMALMAP in pre-r151
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( TANGENTSPACE_NORMALMAP ) )

  // Per-Pixel Tangent Space Normal Mapping
  // http://hacksoflife.blogspot.ch/2009/11/per-pixel-tangent-space-normal-mapping.html

  // three-vrm specific change: it requires \`uv\` as an input in order to support uv scrolls

  // Temporary compat against shader change @ Three.js r126, r151
  #if THREE_VRM_THREE_REVISION >= 151

    mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {

      vec3 q0 = dFdx( eye_pos.xyz );
      vec3 q1 = dFdy( eye_pos.xyz );
      vec2 st0 = dFdx( uv.st );
      vec2 st1 = dFdy( uv.st );

      vec3 N = surf_norm;

      vec3 q1perp = cross( q1, N );
      vec3 q0perp = cross( N, q0 );

      vec3 T = q1perp * st0.x + q0perp * st1.x;
      vec3 B = q1perp * st0.y + q0perp * st1.y;

      float det = max( dot( T, T ), dot( B, B ) );
      float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );

      return mat3( T * scale, B * scale, N );

    }

  #else

    vec3 perturbNormal2Arb( vec2 uv, vec3 eye_pos, vec3 surf_norm, vec3 mapN, float faceDirection ) {

      vec3 q0 = vec3( dFdx( eye_pos.x ), dFdx( eye_pos.y ), dFdx( eye_pos.z ) );
      vec3 q1 = vec3( dFdy( eye_pos.x ), dFdy( eye_pos.y ), dFdy( eye_pos.z ) );
      vec2 st0 = dFdx( uv.st );
      vec2 st1 = dFdy( uv.st );

      vec3 N = normalize( surf_norm );

      vec3 q1perp = cross( q1, N );
      vec3 q0perp = cross( N, q0 );

      vec3 T = q1perp * st0.x + q0perp * st1.x;
      vec3 B = q1perp * st0.y + q0perp * st1.y;

      // three-vrm specific change: Workaround for the issue that happens when delta of uv = 0.0
      // TODO: Is this still required? Or shall I make a PR about it?
      if ( length( T ) == 0.0 || length( B ) == 0.0 ) {
        return surf_norm;
      }

      float det = max( dot( T, T ), dot( B, B ) );
      float scale = ( det == 0.0 ) ? 0.0 : faceDirection * inversesqrt( det );

      return normalize( T * ( mapN.x * scale ) + B * ( mapN.y * scale ) + N * mapN.z );

    }

  #endif

#endif

// #include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>

// == post correction ==========================================================
void postCorrection() {
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #include <fog_fragment>
  #include <premultiplied_alpha_fragment>
  #include <dithering_fragment>
}

// == main procedure ===========================================================
void main() {
  #include <clipping_planes_fragment>

  vec2 uv = vec2(0.5, 0.5);

  #if ( defined( MTOON_USE_UV ) && !defined( MTOON_UVS_VERTEX_ONLY ) )
    uv = vUv;

    float uvAnimMask = 1.0;
    #ifdef USE_UVANIMATIONMASKTEXTURE
      vec2 uvAnimationMaskTextureUv = ( uvAnimationMaskTextureUvTransform * vec3( uv, 1 ) ).xy;
      uvAnimMask = texture2D( uvAnimationMaskTexture, uvAnimationMaskTextureUv ).b;
    #endif

    float uvRotCos = cos( uvAnimationRotationPhase * uvAnimMask );
    float uvRotSin = sin( uvAnimationRotationPhase * uvAnimMask );
    uv = mat2( uvRotCos, -uvRotSin, uvRotSin, uvRotCos ) * ( uv - 0.5 ) + 0.5;
    uv = uv + vec2( uvAnimationScrollXOffset, uvAnimationScrollYOffset ) * uvAnimMask;
  #endif

  #ifdef DEBUG_UV
    gl_FragColor = vec4( 0.0, 0.0, 0.0, 1.0 );
    #if ( defined( MTOON_USE_UV ) && !defined( MTOON_UVS_VERTEX_ONLY ) )
      gl_FragColor = vec4( uv, 0.0, 1.0 );
    #endif
    return;
  #endif

  vec4 diffuseColor = vec4( litFactor, opacity );
  ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
  vec3 totalEmissiveRadiance = emissive * emissiveIntensity;

  #include <logdepthbuf_fragment>

  // #include <map_fragment>
  #ifdef USE_MAP
    vec2 mapUv = ( mapUvTransform * vec3( uv, 1 ) ).xy;
    vec4 sampledDiffuseColor = texture2D( map, mapUv );
    #ifdef DECODE_VIDEO_TEXTURE
      sampledDiffuseColor = vec4( mix( pow( sampledDiffuseColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), sampledDiffuseColor.rgb * 0.0773993808, vec3( lessThanEqual( sampledDiffuseColor.rgb, vec3( 0.04045 ) ) ) ), sampledDiffuseColor.w );
    #endif
    diffuseColor *= sampledDiffuseColor;
  #endif

  // #include <color_fragment>
  #if ( defined( USE_COLOR ) && !defined( IGNORE_VERTEX_COLOR ) )
    diffuseColor.rgb *= vColor;
  #endif

  // #include <alphamap_fragment>

  #include <alphatest_fragment>

  // #include <specularmap_fragment>

  // #include <normal_fragment_begin>
  float faceDirection = gl_FrontFacing ? 1.0 : -1.0;

  #ifdef FLAT_SHADED

    vec3 fdx = dFdx( vViewPosition );
    vec3 fdy = dFdy( vViewPosition );
    vec3 normal = normalize( cross( fdx, fdy ) );

  #else

    vec3 normal = normalize( vNormal );

    #ifdef DOUBLE_SIDED

      normal *= faceDirection;

    #endif

  #endif

  #ifdef USE_NORMALMAP

    vec2 normalMapUv = ( normalMapUvTransform * vec3( uv, 1 ) ).xy;

  #endif

  #ifdef USE_NORMALMAP_TANGENTSPACE

    #ifdef USE_TANGENT

      mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );

    #else

      mat3 tbn = getTangentFrame( - vViewPosition, normal, normalMapUv );

    #endif

    #if defined( DOUBLE_SIDED ) && ! defined( FLAT_SHADED )

      tbn[0] *= faceDirection;
      tbn[1] *= faceDirection;

    #endif

  #endif

  #ifdef USE_CLEARCOAT_NORMALMAP

    #ifdef USE_TANGENT

      mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );

    #else

      mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );

    #endif

    #if defined( DOUBLE_SIDED ) && ! defined( FLAT_SHADED )

      tbn2[0] *= faceDirection;
      tbn2[1] *= faceDirection;

    #endif

  #endif

  // non perturbed normal for clearcoat among others

  vec3 nonPerturbedNormal = normal;

  #ifdef OUTLINE
    normal *= -1.0;
  #endif

  // #include <normal_fragment_maps>

  // COMPAT: pre-r151
  // USE_NORMALMAP_OBJECTSPACE used to be OBJECTSPACE_NORMALMAP in pre-r151
  #if defined( USE_NORMALMAP_OBJECTSPACE ) || defined( OBJECTSPACE_NORMALMAP )

    normal = texture2D( normalMap, normalMapUv ).xyz * 2.0 - 1.0; // overrides both flatShading and attribute normals

    #ifdef FLIP_SIDED

      normal = - normal;

    #endif

    #ifdef DOUBLE_SIDED

      normal = normal * faceDirection;

    #endif

    normal = normalize( normalMatrix * normal );

  // COMPAT: pre-r151
  // USE_NORMALMAP_TANGENTSPACE used to be TANGENTSPACE_NORMALMAP in pre-r151
  #elif defined( USE_NORMALMAP_TANGENTSPACE ) || defined( TANGENTSPACE_NORMALMAP )

    vec3 mapN = texture2D( normalMap, normalMapUv ).xyz * 2.0 - 1.0;
    mapN.xy *= normalScale;

    // COMPAT: pre-r151
    #if THREE_VRM_THREE_REVISION >= 151 || defined( USE_TANGENT )

      normal = normalize( tbn * mapN );

    #else

      normal = perturbNormal2Arb( uv, -vViewPosition, normal, mapN, faceDirection );

    #endif

  #endif

  // #include <emissivemap_fragment>
  #ifdef USE_EMISSIVEMAP
    vec2 emissiveMapUv = ( emissiveMapUvTransform * vec3( uv, 1 ) ).xy;
    totalEmissiveRadiance *= texture2D( emissiveMap, emissiveMapUv ).rgb;
  #endif

  #ifdef DEBUG_NORMAL
    gl_FragColor = vec4( 0.5 + 0.5 * normal, 1.0 );
    return;
  #endif

  // -- MToon: lighting --------------------------------------------------------
  // accumulation
  // #include <lights_phong_fragment>
  MToonMaterial material;

  material.diffuseColor = diffuseColor.rgb;

  material.shadeColor = shadeColorFactor;
  #ifdef USE_SHADEMULTIPLYTEXTURE
    vec2 shadeMultiplyTextureUv = ( shadeMultiplyTextureUvTransform * vec3( uv, 1 ) ).xy;
    material.shadeColor *= texture2D( shadeMultiplyTexture, shadeMultiplyTextureUv ).rgb;
  #endif

  #if ( defined( USE_COLOR ) && !defined( IGNORE_VERTEX_COLOR ) )
    material.shadeColor.rgb *= vColor;
  #endif

  material.shadingShift = shadingShiftFactor;
  #ifdef USE_SHADINGSHIFTTEXTURE
    vec2 shadingShiftTextureUv = ( shadingShiftTextureUvTransform * vec3( uv, 1 ) ).xy;
    material.shadingShift += texture2D( shadingShiftTexture, shadingShiftTextureUv ).r * shadingShiftTextureScale;
  #endif

  // #include <lights_fragment_begin>

  // MToon Specific changes:
  // Since we want to take shadows into account of shading instead of irradiance,
  // we had to modify the codes that multiplies the results of shadowmap into color of direct lights.

  // COMPAT: pre-r156 uses a struct GeometricContext
  #if THREE_VRM_THREE_REVISION >= 157
    vec3 geometryPosition = - vViewPosition;
    vec3 geometryNormal = normal;
    vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );

    vec3 geometryClearcoatNormal;

    #ifdef USE_CLEARCOAT

      geometryClearcoatNormal = clearcoatNormal;

    #endif
  #else
    GeometricContext geometry;

    geometry.position = - vViewPosition;
    geometry.normal = normal;
    geometry.viewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );

    #ifdef USE_CLEARCOAT

      geometry.clearcoatNormal = clearcoatNormal;

    #endif
  #endif

  IncidentLight directLight;

  // since these variables will be used in unrolled loop, we have to define in prior
  float shadow;

  #if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )

    PointLight pointLight;
    #if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
    PointLightShadow pointLightShadow;
    #endif

    #pragma unroll_loop_start
    for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {

      pointLight = pointLights[ i ];

      // COMPAT: pre-r156 uses a struct GeometricContext
      #if THREE_VRM_THREE_REVISION >= 157
        getPointLightInfo( pointLight, geometryPosition, directLight );
      #else
        getPointLightInfo( pointLight, geometry, directLight );
      #endif

      shadow = 1.0;
      #if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS )
      pointLightShadow = pointLightShadows[ i ];
      // COMPAT: pre-r166
      // r166 introduced shadowIntensity
      #if THREE_VRM_THREE_REVISION >= 166
        shadow = all( bvec2( directLight.visible, receiveShadow ) ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
      #else
        shadow = all( bvec2( directLight.visible, receiveShadow ) ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
      #endif
      #endif

      // COMPAT: pre-r156 uses a struct GeometricContext
      #if THREE_VRM_THREE_REVISION >= 157
        RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, shadow, reflectedLight );
      #else
        RE_Direct( directLight, geometry, material, shadow, reflectedLight );
      #endif

    }
    #pragma unroll_loop_end

  #endif

  #if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )

    SpotLight spotLight;
    // COMPAT: pre-r144 uses NUM_SPOT_LIGHT_SHADOWS, r144+ uses NUM_SPOT_LIGHT_COORDS
    #if THREE_VRM_THREE_REVISION >= 144
      #if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_COORDS > 0
      SpotLightShadow spotLightShadow;
      #endif
    #elif defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
    SpotLightShadow spotLightShadow;
    #endif

    #pragma unroll_loop_start
    for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {

      spotLight = spotLights[ i ];

      // COMPAT: pre-r156 uses a struct GeometricContext
      #if THREE_VRM_THREE_REVISION >= 157
        getSpotLightInfo( spotLight, geometryPosition, directLight );
      #else
        getSpotLightInfo( spotLight, geometry, directLight );
      #endif

      shadow = 1.0;
      // COMPAT: pre-r144 uses NUM_SPOT_LIGHT_SHADOWS and vSpotShadowCoord, r144+ uses NUM_SPOT_LIGHT_COORDS and vSpotLightCoord
      // COMPAT: pre-r166 does not have shadowIntensity, r166+ has shadowIntensity
      #if THREE_VRM_THREE_REVISION >= 166
        #if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_COORDS )
        spotLightShadow = spotLightShadows[ i ];
        shadow = all( bvec2( directLight.visible, receiveShadow ) ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
        #endif
      #elif THREE_VRM_THREE_REVISION >= 144
        #if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_COORDS )
        spotLightShadow = spotLightShadows[ i ];
        shadow = all( bvec2( directLight.visible, receiveShadow ) ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
        #endif
      #elif defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
      spotLightShadow = spotLightShadows[ i ];
      shadow = all( bvec2( directLight.visible, receiveShadow ) ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotShadowCoord[ i ] ) : 1.0;
      #endif

      // COMPAT: pre-r156 uses a struct GeometricContext
      #if THREE_VRM_THREE_REVISION >= 157
        RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, shadow, reflectedLight );
      #else
        RE_Direct( directLight, geometry, material, shadow, reflectedLight );
      #endif

    }
    #pragma unroll_loop_end

  #endif

  #if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )

    DirectionalLight directionalLight;
    #if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
    DirectionalLightShadow directionalLightShadow;
    #endif

    #pragma unroll_loop_start
    for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {

      directionalLight = directionalLights[ i ];

      // COMPAT: pre-r156 uses a struct GeometricContext
      #if THREE_VRM_THREE_REVISION >= 157
        getDirectionalLightInfo( directionalLight, directLight );
      #else
        getDirectionalLightInfo( directionalLight, geometry, directLight );
      #endif

      shadow = 1.0;
      #if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
      directionalLightShadow = directionalLightShadows[ i ];
      // COMPAT: pre-r166
      // r166 introduced shadowIntensity
      #if THREE_VRM_THREE_REVISION >= 166
        shadow = all( bvec2( directLight.visible, receiveShadow ) ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
      #else
        shadow = all( bvec2( directLight.visible, receiveShadow ) ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
      #endif
      #endif

      // COMPAT: pre-r156 uses a struct GeometricContext
      #if THREE_VRM_THREE_REVISION >= 157
        RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, shadow, reflectedLight );
      #else
        RE_Direct( directLight, geometry, material, shadow, reflectedLight );
      #endif

    }
    #pragma unroll_loop_end

  #endif

  // #if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )

  //   RectAreaLight rectAreaLight;

  //   #pragma unroll_loop_start
  //   for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {

  //     rectAreaLight = rectAreaLights[ i ];
  //     RE_Direct_RectArea( rectAreaLight, geometry, material, reflectedLight );

  //   }
  //   #pragma unroll_loop_end

  // #endif

  #if defined( RE_IndirectDiffuse )

    vec3 iblIrradiance = vec3( 0.0 );

    vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );

    // COMPAT: pre-r156 uses a struct GeometricContext
    // COMPAT: pre-r156 doesn't have a define USE_LIGHT_PROBES
    #if THREE_VRM_THREE_REVISION >= 157
      #if defined( USE_LIGHT_PROBES )
        irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
      #endif
    #else
      irradiance += getLightProbeIrradiance( lightProbe, geometry.normal );
    #endif

    #if ( NUM_HEMI_LIGHTS > 0 )

      #pragma unroll_loop_start
      for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {

        // COMPAT: pre-r156 uses a struct GeometricContext
        #if THREE_VRM_THREE_REVISION >= 157
          irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
        #else
          irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometry.normal );
        #endif

      }
      #pragma unroll_loop_end

    #endif

  #endif

  // #if defined( RE_IndirectSpecular )

  //   vec3 radiance = vec3( 0.0 );
  //   vec3 clearcoatRadiance = vec3( 0.0 );

  // #endif

  #include <lights_fragment_maps>
  #include <lights_fragment_end>

  // modulation
  #include <aomap_fragment>

  vec3 col = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;

  #ifdef DEBUG_LITSHADERATE
    gl_FragColor = vec4( col, diffuseColor.a );
    postCorrection();
    return;
  #endif

  // -- MToon: rim lighting -----------------------------------------
  vec3 viewDir = normalize( vViewPosition );

  #ifndef PHYSICALLY_CORRECT_LIGHTS
    reflectedLight.directSpecular /= PI;
  #endif
  vec3 rimMix = mix( vec3( 1.0 ), reflectedLight.directSpecular, rimLightingMixFactor );

  vec3 rim = parametricRimColorFactor * pow( saturate( 1.0 - dot( viewDir, normal ) + parametricRimLiftFactor ), parametricRimFresnelPowerFactor );

  #ifdef USE_MATCAPTEXTURE
    {
      vec3 x = normalize( vec3( viewDir.z, 0.0, -viewDir.x ) );
      vec3 y = cross( viewDir, x ); // guaranteed to be normalized
      vec2 sphereUv = 0.5 + 0.5 * vec2( dot( x, normal ), -dot( y, normal ) );
      sphereUv = ( matcapTextureUvTransform * vec3( sphereUv, 1 ) ).xy;
      vec3 matcap = texture2D( matcapTexture, sphereUv ).rgb;
      rim += matcapFactor * matcap;
    }
  #endif

  #ifdef USE_RIMMULTIPLYTEXTURE
    vec2 rimMultiplyTextureUv = ( rimMultiplyTextureUvTransform * vec3( uv, 1 ) ).xy;
    rim *= texture2D( rimMultiplyTexture, rimMultiplyTextureUv ).rgb;
  #endif

  col += rimMix * rim;

  // -- MToon: Emission --------------------------------------------------------
  col += totalEmissiveRadiance;

  // #include <envmap_fragment>

  // -- Almost done! -----------------------------------------------------------
  #if defined( OUTLINE )
    col = outlineColorFactor.rgb * mix( vec3( 1.0 ), col, outlineLightingMixFactor );
  #endif

  #ifdef OPAQUE
    diffuseColor.a = 1.0;
  #endif

  gl_FragColor = vec4( col, diffuseColor.a );
  postCorrection();
}
`,GS={None:"none",Normal:"normal",LitShadeRate:"litShadeRate",UV:"uv"},pg={None:"none",WorldCoordinates:"worldCoordinates",ScreenCoordinates:"screenCoordinates"},WS={3e3:"",3001:"srgb"};function Vd(s){return parseInt("187",10)>=152?s.colorSpace:WS[s.encoding]}var XS=class extends vn{constructor(s={}){var e;super({vertexShader:HS,fragmentShader:VS}),this.uvAnimationScrollXSpeedFactor=0,this.uvAnimationScrollYSpeedFactor=0,this.uvAnimationRotationSpeedFactor=0,this.fog=!0,this.normalMapType=os,this._ignoreVertexColor=!0,this._v0CompatShade=!1,this._debugMode=GS.None,this._outlineWidthMode=pg.None,this._isOutline=!1,s.transparentWithZWrite&&(s.depthWrite=!0),delete s.transparentWithZWrite,s.fog=!0,s.lights=!0,s.clipping=!0,this.uniforms=Zl.merge([me.common,me.normalmap,me.emissivemap,me.fog,me.lights,{litFactor:{value:new le(1,1,1)},mapUvTransform:{value:new Ce},colorAlpha:{value:1},normalMapUvTransform:{value:new Ce},shadeColorFactor:{value:new le(0,0,0)},shadeMultiplyTexture:{value:null},shadeMultiplyTextureUvTransform:{value:new Ce},shadingShiftFactor:{value:0},shadingShiftTexture:{value:null},shadingShiftTextureUvTransform:{value:new Ce},shadingShiftTextureScale:{value:1},shadingToonyFactor:{value:.9},giEqualizationFactor:{value:.9},matcapFactor:{value:new le(1,1,1)},matcapTexture:{value:null},matcapTextureUvTransform:{value:new Ce},parametricRimColorFactor:{value:new le(0,0,0)},rimMultiplyTexture:{value:null},rimMultiplyTextureUvTransform:{value:new Ce},rimLightingMixFactor:{value:1},parametricRimFresnelPowerFactor:{value:5},parametricRimLiftFactor:{value:0},emissive:{value:new le(0,0,0)},emissiveIntensity:{value:1},emissiveMapUvTransform:{value:new Ce},outlineWidthMultiplyTexture:{value:null},outlineWidthMultiplyTextureUvTransform:{value:new Ce},outlineWidthFactor:{value:0},outlineColorFactor:{value:new le(0,0,0)},outlineLightingMixFactor:{value:1},uvAnimationMaskTexture:{value:null},uvAnimationMaskTextureUvTransform:{value:new Ce},uvAnimationScrollXOffset:{value:0},uvAnimationScrollYOffset:{value:0},uvAnimationRotationPhase:{value:0}},(e=s.uniforms)!=null?e:{}]),this.setValues(s),this._uploadUniformsWorkaround(),this.customProgramCacheKey=()=>[...Object.entries(this._generateDefines()).map(([t,n])=>`${t}:${n}`),this.matcapTexture?`matcapTextureColorSpace:${Vd(this.matcapTexture)}`:"",this.shadeMultiplyTexture?`shadeMultiplyTextureColorSpace:${Vd(this.shadeMultiplyTexture)}`:"",this.rimMultiplyTexture?`rimMultiplyTextureColorSpace:${Vd(this.rimMultiplyTexture)}`:""].join(","),this.onBeforeCompile=t=>{let n=parseInt("187",10),i=Object.entries(fg(fg({},this._generateDefines()),this.defines)).filter(([r,o])=>!!o).map(([r,o])=>`#define ${r} ${o}`).join(`
`)+`
`;t.vertexShader=i+t.vertexShader,t.fragmentShader=i+t.fragmentShader,n<154&&(t.fragmentShader=t.fragmentShader.replace("#include <colorspace_fragment>","#include <encodings_fragment>"))}}get color(){return this.uniforms.litFactor.value}set color(s){this.uniforms.litFactor.value=s}get map(){return this.uniforms.map.value}set map(s){this.uniforms.map.value=s}get normalMap(){return this.uniforms.normalMap.value}set normalMap(s){this.uniforms.normalMap.value=s}get normalScale(){return this.uniforms.normalScale.value}set normalScale(s){this.uniforms.normalScale.value=s}get emissive(){return this.uniforms.emissive.value}set emissive(s){this.uniforms.emissive.value=s}get emissiveIntensity(){return this.uniforms.emissiveIntensity.value}set emissiveIntensity(s){this.uniforms.emissiveIntensity.value=s}get emissiveMap(){return this.uniforms.emissiveMap.value}set emissiveMap(s){this.uniforms.emissiveMap.value=s}get shadeColorFactor(){return this.uniforms.shadeColorFactor.value}set shadeColorFactor(s){this.uniforms.shadeColorFactor.value=s}get shadeMultiplyTexture(){return this.uniforms.shadeMultiplyTexture.value}set shadeMultiplyTexture(s){this.uniforms.shadeMultiplyTexture.value=s}get shadingShiftFactor(){return this.uniforms.shadingShiftFactor.value}set shadingShiftFactor(s){this.uniforms.shadingShiftFactor.value=s}get shadingShiftTexture(){return this.uniforms.shadingShiftTexture.value}set shadingShiftTexture(s){this.uniforms.shadingShiftTexture.value=s}get shadingShiftTextureScale(){return this.uniforms.shadingShiftTextureScale.value}set shadingShiftTextureScale(s){this.uniforms.shadingShiftTextureScale.value=s}get shadingToonyFactor(){return this.uniforms.shadingToonyFactor.value}set shadingToonyFactor(s){this.uniforms.shadingToonyFactor.value=s}get giEqualizationFactor(){return this.uniforms.giEqualizationFactor.value}set giEqualizationFactor(s){this.uniforms.giEqualizationFactor.value=s}get matcapFactor(){return this.uniforms.matcapFactor.value}set matcapFactor(s){this.uniforms.matcapFactor.value=s}get matcapTexture(){return this.uniforms.matcapTexture.value}set matcapTexture(s){this.uniforms.matcapTexture.value=s}get parametricRimColorFactor(){return this.uniforms.parametricRimColorFactor.value}set parametricRimColorFactor(s){this.uniforms.parametricRimColorFactor.value=s}get rimMultiplyTexture(){return this.uniforms.rimMultiplyTexture.value}set rimMultiplyTexture(s){this.uniforms.rimMultiplyTexture.value=s}get rimLightingMixFactor(){return this.uniforms.rimLightingMixFactor.value}set rimLightingMixFactor(s){this.uniforms.rimLightingMixFactor.value=s}get parametricRimFresnelPowerFactor(){return this.uniforms.parametricRimFresnelPowerFactor.value}set parametricRimFresnelPowerFactor(s){this.uniforms.parametricRimFresnelPowerFactor.value=s}get parametricRimLiftFactor(){return this.uniforms.parametricRimLiftFactor.value}set parametricRimLiftFactor(s){this.uniforms.parametricRimLiftFactor.value=s}get outlineWidthMultiplyTexture(){return this.uniforms.outlineWidthMultiplyTexture.value}set outlineWidthMultiplyTexture(s){this.uniforms.outlineWidthMultiplyTexture.value=s}get outlineWidthFactor(){return this.uniforms.outlineWidthFactor.value}set outlineWidthFactor(s){this.uniforms.outlineWidthFactor.value=s}get outlineColorFactor(){return this.uniforms.outlineColorFactor.value}set outlineColorFactor(s){this.uniforms.outlineColorFactor.value=s}get outlineLightingMixFactor(){return this.uniforms.outlineLightingMixFactor.value}set outlineLightingMixFactor(s){this.uniforms.outlineLightingMixFactor.value=s}get uvAnimationMaskTexture(){return this.uniforms.uvAnimationMaskTexture.value}set uvAnimationMaskTexture(s){this.uniforms.uvAnimationMaskTexture.value=s}get uvAnimationScrollXOffset(){return this.uniforms.uvAnimationScrollXOffset.value}set uvAnimationScrollXOffset(s){this.uniforms.uvAnimationScrollXOffset.value=s}get uvAnimationScrollYOffset(){return this.uniforms.uvAnimationScrollYOffset.value}set uvAnimationScrollYOffset(s){this.uniforms.uvAnimationScrollYOffset.value=s}get uvAnimationRotationPhase(){return this.uniforms.uvAnimationRotationPhase.value}set uvAnimationRotationPhase(s){this.uniforms.uvAnimationRotationPhase.value=s}get ignoreVertexColor(){return this._ignoreVertexColor}set ignoreVertexColor(s){this._ignoreVertexColor=s,this.needsUpdate=!0}get v0CompatShade(){return this._v0CompatShade}set v0CompatShade(s){this._v0CompatShade=s,this.needsUpdate=!0}get debugMode(){return this._debugMode}set debugMode(s){this._debugMode=s,this.needsUpdate=!0}get outlineWidthMode(){return this._outlineWidthMode}set outlineWidthMode(s){this._outlineWidthMode=s,this.needsUpdate=!0}get isOutline(){return this._isOutline}set isOutline(s){this._isOutline=s,this.needsUpdate=!0}get isMToonMaterial(){return!0}update(s){this._uploadUniformsWorkaround(),this._updateUVAnimation(s)}copy(s){return super.copy(s),this.map=s.map,this.normalMap=s.normalMap,this.emissiveMap=s.emissiveMap,this.shadeMultiplyTexture=s.shadeMultiplyTexture,this.shadingShiftTexture=s.shadingShiftTexture,this.matcapTexture=s.matcapTexture,this.rimMultiplyTexture=s.rimMultiplyTexture,this.outlineWidthMultiplyTexture=s.outlineWidthMultiplyTexture,this.uvAnimationMaskTexture=s.uvAnimationMaskTexture,this.normalMapType=s.normalMapType,this.uvAnimationScrollXSpeedFactor=s.uvAnimationScrollXSpeedFactor,this.uvAnimationScrollYSpeedFactor=s.uvAnimationScrollYSpeedFactor,this.uvAnimationRotationSpeedFactor=s.uvAnimationRotationSpeedFactor,this.ignoreVertexColor=s.ignoreVertexColor,this.v0CompatShade=s.v0CompatShade,this.debugMode=s.debugMode,this.outlineWidthMode=s.outlineWidthMode,this.isOutline=s.isOutline,this.needsUpdate=!0,this}_updateUVAnimation(s){this.uniforms.uvAnimationScrollXOffset.value+=s*this.uvAnimationScrollXSpeedFactor,this.uniforms.uvAnimationScrollYOffset.value+=s*this.uvAnimationScrollYSpeedFactor,this.uniforms.uvAnimationRotationPhase.value+=s*this.uvAnimationRotationSpeedFactor,this.uniforms.alphaTest.value=this.alphaTest,this.uniformsNeedUpdate=!0}_uploadUniformsWorkaround(){this.uniforms.opacity.value=this.opacity,this._updateTextureMatrix(this.uniforms.map,this.uniforms.mapUvTransform),this._updateTextureMatrix(this.uniforms.normalMap,this.uniforms.normalMapUvTransform),this._updateTextureMatrix(this.uniforms.emissiveMap,this.uniforms.emissiveMapUvTransform),this._updateTextureMatrix(this.uniforms.shadeMultiplyTexture,this.uniforms.shadeMultiplyTextureUvTransform),this._updateTextureMatrix(this.uniforms.shadingShiftTexture,this.uniforms.shadingShiftTextureUvTransform),this._updateTextureMatrix(this.uniforms.matcapTexture,this.uniforms.matcapTextureUvTransform),this._updateTextureMatrix(this.uniforms.rimMultiplyTexture,this.uniforms.rimMultiplyTextureUvTransform),this._updateTextureMatrix(this.uniforms.outlineWidthMultiplyTexture,this.uniforms.outlineWidthMultiplyTextureUvTransform),this._updateTextureMatrix(this.uniforms.uvAnimationMaskTexture,this.uniforms.uvAnimationMaskTextureUvTransform),this.uniformsNeedUpdate=!0}_generateDefines(){let s=parseInt("187",10),e=this.outlineWidthMultiplyTexture!==null,t=this.map!==null||this.normalMap!==null||this.emissiveMap!==null||this.shadeMultiplyTexture!==null||this.shadingShiftTexture!==null||this.rimMultiplyTexture!==null||this.uvAnimationMaskTexture!==null;return{THREE_VRM_THREE_REVISION:s,OUTLINE:this._isOutline,MTOON_USE_UV:e||t,MTOON_UVS_VERTEX_ONLY:e&&!t,V0_COMPAT_SHADE:this._v0CompatShade,USE_SHADEMULTIPLYTEXTURE:this.shadeMultiplyTexture!==null,USE_SHADINGSHIFTTEXTURE:this.shadingShiftTexture!==null,USE_MATCAPTEXTURE:this.matcapTexture!==null,USE_RIMMULTIPLYTEXTURE:this.rimMultiplyTexture!==null,USE_OUTLINEWIDTHMULTIPLYTEXTURE:this._isOutline&&this.outlineWidthMultiplyTexture!==null,USE_UVANIMATIONMASKTEXTURE:this.uvAnimationMaskTexture!==null,IGNORE_VERTEX_COLOR:this._ignoreVertexColor===!0,DEBUG_NORMAL:this._debugMode==="normal",DEBUG_LITSHADERATE:this._debugMode==="litShadeRate",DEBUG_UV:this._debugMode==="uv",OUTLINE_WIDTH_SCREEN:this._isOutline&&this._outlineWidthMode===pg.ScreenCoordinates}}_updateTextureMatrix(s,e){s.value&&(s.value.matrixAutoUpdate&&s.value.updateMatrix(),e.value.copy(s.value.matrix))}},qS=new Set(["1.0","1.0-beta"]),mg=class ac{get name(){return ac.EXTENSION_NAME}constructor(e,t={}){var n,i,r,o;this.parser=e,this.materialType=(n=t.materialType)!=null?n:XS,this.renderOrderOffset=(i=t.renderOrderOffset)!=null?i:0,this.v0CompatShade=(r=t.v0CompatShade)!=null?r:!1,this.debugMode=(o=t.debugMode)!=null?o:"none",this._mToonMaterialSet=new Set}beforeRoot(){return Hs(this,null,function*(){this._removeUnlitExtensionIfMToonExists()})}afterRoot(e){return Hs(this,null,function*(){e.userData.vrmMToonMaterials=Array.from(this._mToonMaterialSet)})}getMaterialType(e){return this._getMToonExtension(e)?this.materialType:null}extendMaterialParams(e,t){let n=this._getMToonExtension(e);return n?this._extendMaterialParams(n,t):null}loadMesh(e){return Hs(this,null,function*(){var t;let n=this.parser,r=(t=n.json.meshes)==null?void 0:t[e];if(r==null)throw new Error(`MToonMaterialLoaderPlugin: Attempt to use meshes[${e}] of glTF but the mesh doesn't exist`);let o=r.primitives,a=yield n.loadMesh(e);if(o.length===1){let l=a,c=o[0].material;c!=null&&this._setupPrimitive(l,c)}else{let l=a;for(let c=0;c<o.length;c++){let h=l.children[c],u=o[c].material;u!=null&&this._setupPrimitive(h,u)}}return a})}_removeUnlitExtensionIfMToonExists(){let n=this.parser.json.materials;n?.map((i,r)=>{var o;this._getMToonExtension(r)&&((o=i.extensions)!=null&&o.KHR_materials_unlit)&&delete i.extensions.KHR_materials_unlit})}_getMToonExtension(e){var t,n;let o=(t=this.parser.json.materials)==null?void 0:t[e];if(o==null){console.warn(`MToonMaterialLoaderPlugin: Attempt to use materials[${e}] of glTF but the material doesn't exist`);return}let a=(n=o.extensions)==null?void 0:n[ac.EXTENSION_NAME];if(a==null)return;let l=a.specVersion;if(!qS.has(l)){console.warn(`MToonMaterialLoaderPlugin: Unknown ${ac.EXTENSION_NAME} specVersion "${l}"`);return}return a}_extendMaterialParams(e,t){return Hs(this,null,function*(){var n;delete t.metalness,delete t.roughness;let i=new zS(this.parser,t);i.assignPrimitive("transparentWithZWrite",e.transparentWithZWrite),i.assignColor("shadeColorFactor",e.shadeColorFactor),i.assignTexture("shadeMultiplyTexture",e.shadeMultiplyTexture,!0),i.assignPrimitive("shadingShiftFactor",e.shadingShiftFactor),i.assignTexture("shadingShiftTexture",e.shadingShiftTexture,!0),i.assignPrimitive("shadingShiftTextureScale",(n=e.shadingShiftTexture)==null?void 0:n.scale),i.assignPrimitive("shadingToonyFactor",e.shadingToonyFactor),i.assignPrimitive("giEqualizationFactor",e.giEqualizationFactor),i.assignColor("matcapFactor",e.matcapFactor),i.assignTexture("matcapTexture",e.matcapTexture,!0),i.assignColor("parametricRimColorFactor",e.parametricRimColorFactor),i.assignTexture("rimMultiplyTexture",e.rimMultiplyTexture,!0),i.assignPrimitive("rimLightingMixFactor",e.rimLightingMixFactor),i.assignPrimitive("parametricRimFresnelPowerFactor",e.parametricRimFresnelPowerFactor),i.assignPrimitive("parametricRimLiftFactor",e.parametricRimLiftFactor),i.assignPrimitive("outlineWidthMode",e.outlineWidthMode),i.assignPrimitive("outlineWidthFactor",e.outlineWidthFactor),i.assignTexture("outlineWidthMultiplyTexture",e.outlineWidthMultiplyTexture,!1),i.assignColor("outlineColorFactor",e.outlineColorFactor),i.assignPrimitive("outlineLightingMixFactor",e.outlineLightingMixFactor),i.assignTexture("uvAnimationMaskTexture",e.uvAnimationMaskTexture,!1),i.assignPrimitive("uvAnimationScrollXSpeedFactor",e.uvAnimationScrollXSpeedFactor),i.assignPrimitive("uvAnimationScrollYSpeedFactor",e.uvAnimationScrollYSpeedFactor),i.assignPrimitive("uvAnimationRotationSpeedFactor",e.uvAnimationRotationSpeedFactor),i.assignPrimitive("v0CompatShade",this.v0CompatShade),i.assignPrimitive("debugMode",this.debugMode),yield i.pending})}_setupPrimitive(e,t){let n=this._getMToonExtension(t);if(n){let i=this._parseRenderOrder(n);e.renderOrder=i+this.renderOrderOffset,this._generateOutline(e),this._addToMaterialSet(e);return}}_shouldGenerateOutline(e){return typeof e.outlineWidthMode=="string"&&e.outlineWidthMode!=="none"&&typeof e.outlineWidthFactor=="number"&&e.outlineWidthFactor>0}_generateOutline(e){let t=e.material;if(!(t instanceof Ht)||!this._shouldGenerateOutline(t))return;e.material=[t];let n=t.clone();n.name+=" (Outline)",n.isOutline=!0,n.side=Ut,e.material.push(n);let i=e.geometry,r=i.index?i.index.count:i.attributes.position.count/3;i.addGroup(0,r,0),i.addGroup(0,r,1)}_addToMaterialSet(e){let t=e.material,n=new Set;Array.isArray(t)?t.forEach(i=>n.add(i)):n.add(t);for(let i of n)this._mToonMaterialSet.add(i)}_parseRenderOrder(e){var t;return(e.transparentWithZWrite?0:19)+((t=e.renderQueueOffsetNumber)!=null?t:0)}};mg.EXTENSION_NAME="VRMC_materials_mtoon";var gg=mg;var YS=Object.defineProperty,jS=Object.defineProperties,$S=Object.getOwnPropertyDescriptors,_g=Object.getOwnPropertySymbols,ZS=Object.prototype.hasOwnProperty,KS=Object.prototype.propertyIsEnumerable,yg=(s,e,t)=>e in s?YS(s,e,{enumerable:!0,configurable:!0,writable:!0,value:t}):s[e]=t,di=(s,e)=>{for(var t in e||(e={}))ZS.call(e,t)&&yg(s,t,e[t]);if(_g)for(var t of _g(e))KS.call(e,t)&&yg(s,t,e[t]);return s},vg=(s,e)=>jS(s,$S(e)),JS=(s,e,t)=>new Promise((n,i)=>{var r=l=>{try{a(t.next(l))}catch(c){i(c)}},o=l=>{try{a(t.throw(l))}catch(c){i(c)}},a=l=>l.done?n(l.value):Promise.resolve(l.value).then(r,o);a((t=t.apply(s,e)).next())});function qr(s){return Math.pow(s,2.2)}var xg=class{get name(){return"VRMMaterialsV0CompatPlugin"}constructor(s){var e;this.parser=s,this._renderQueueMapTransparent=new Map,this._renderQueueMapTransparentZWrite=new Map;let t=this.parser.json;t.extensionsUsed=(e=t.extensionsUsed)!=null?e:[],t.extensionsUsed.indexOf("KHR_texture_transform")===-1&&t.extensionsUsed.push("KHR_texture_transform")}beforeRoot(){return JS(this,null,function*(){var s;let e=this.parser.json,t=(s=e.extensions)==null?void 0:s.VRM,n=t?.materialProperties;n&&(this._populateRenderQueueMap(n),n.forEach((i,r)=>{var o,a;let l=(o=e.materials)==null?void 0:o[r];if(l==null){console.warn(`VRMMaterialsV0CompatPlugin: Attempt to use materials[${r}] of glTF but the material doesn't exist`);return}if(i.shader==="VRM/MToon"){let c=this._parseV0MToonProperties(i,l);e.materials[r]=c}else if((a=i.shader)!=null&&a.startsWith("VRM/Unlit")){let c=this._parseV0UnlitProperties(i,l);e.materials[r]=c}else i.shader==="VRM_USE_GLTFSHADER"||console.warn(`VRMMaterialsV0CompatPlugin: Unknown shader: ${i.shader}`)}))})}_parseV0MToonProperties(s,e){var t,n,i,r,o,a,l,c,h,u,d,f,m,y,p,g,v,T,x,A,E,_,w,I,C,N,U,W,L,H,Y,z,ne,V,Q,te,Me,Fe,$,_e,we,Oe,ve,ze,wt,Ue,tt,ot,Xe,Ft,Rt,jt,pt,An,Dt;let ln=(n=(t=s.keywordMap)==null?void 0:t._ALPHABLEND_ON)!=null?n:!1,gn=((i=s.floatProperties)==null?void 0:i._ZWrite)===1&&ln,O=this._v0ParseRenderQueue(s),cn=(o=(r=s.keywordMap)==null?void 0:r._ALPHATEST_ON)!=null?o:!1,mt=ln?"BLEND":cn?"MASK":"OPAQUE",gt=cn?(l=(a=s.floatProperties)==null?void 0:a._Cutoff)!=null?l:.5:void 0,Nt=((h=(c=s.floatProperties)==null?void 0:c._CullMode)!=null?h:2)===0,Le=this._portTextureTransform(s),ke=((d=(u=s.vectorProperties)==null?void 0:u._Color)!=null?d:[1,1,1,1]).map((zi,Bh)=>Bh===3?zi:qr(zi)),R=(f=s.textureProperties)==null?void 0:f._MainTex,b=R!=null?{index:R,extensions:di({},Le)}:void 0,F=(y=(m=s.floatProperties)==null?void 0:m._BumpScale)!=null?y:1,ie=(p=s.textureProperties)==null?void 0:p._BumpMap,J=ie!=null?{index:ie,scale:F,extensions:di({},Le)}:void 0,ce=((v=(g=s.vectorProperties)==null?void 0:g._EmissionColor)!=null?v:[0,0,0,1]).map(qr),de=(T=s.textureProperties)==null?void 0:T._EmissionMap,j=de!=null?{index:de,extensions:di({},Le)}:void 0,K=((A=(x=s.vectorProperties)==null?void 0:x._ShadeColor)!=null?A:[.97,.81,.86,1]).map(qr),he=(E=s.textureProperties)==null?void 0:E._ShadeTexture,P=he!=null?{index:he,extensions:di({},Le)}:void 0,Z=(w=(_=s.floatProperties)==null?void 0:_._ShadeShift)!=null?w:0,q=(C=(I=s.floatProperties)==null?void 0:I._ShadeToony)!=null?C:.9;q=Kt.lerp(q,1,.5+.5*Z),Z=-Z-(1-q);let ue=(U=(N=s.floatProperties)==null?void 0:N._IndirectLightIntensity)!=null?U:.1,oe=ue?1-ue:void 0,ae=(W=s.textureProperties)==null?void 0:W._SphereAdd,Ie=ae!=null?[1,1,1]:void 0,We=ae!=null?{index:ae}:void 0,re=(H=(L=s.floatProperties)==null?void 0:L._RimLightingMix)!=null?H:0,Ne=(Y=s.textureProperties)==null?void 0:Y._RimTexture,Ge=Ne!=null?{index:Ne,extensions:di({},Le)}:void 0,ye=((ne=(z=s.vectorProperties)==null?void 0:z._RimColor)!=null?ne:[0,0,0,1]).map(qr),it=(Q=(V=s.floatProperties)==null?void 0:V._RimFresnelPower)!=null?Q:1,Bt=(Me=(te=s.floatProperties)==null?void 0:te._RimLift)!=null?Me:0,Kn=["none","worldCoordinates","screenCoordinates"][($=(Fe=s.floatProperties)==null?void 0:Fe._OutlineWidthMode)!=null?$:0],Qs=(we=(_e=s.floatProperties)==null?void 0:_e._OutlineWidth)!=null?we:0;Qs=.01*Qs;let er=(Oe=s.textureProperties)==null?void 0:Oe._OutlineWidthTexture,Uh=er!=null?{index:er,extensions:di({},Le)}:void 0,oa=((ze=(ve=s.vectorProperties)==null?void 0:ve._OutlineColor)!=null?ze:[0,0,0]).map(qr),mi=((Ue=(wt=s.floatProperties)==null?void 0:wt._OutlineColorMode)!=null?Ue:0)===1?(ot=(tt=s.floatProperties)==null?void 0:tt._OutlineLightingMix)!=null?ot:1:0,tr=(Xe=s.textureProperties)==null?void 0:Xe._UvAnimMaskTexture,aa=tr!=null?{index:tr,extensions:di({},Le)}:void 0,la=(Rt=(Ft=s.floatProperties)==null?void 0:Ft._UvAnimScrollX)!=null?Rt:0,gi=(pt=(jt=s.floatProperties)==null?void 0:jt._UvAnimScrollY)!=null?pt:0;gi!=null&&(gi=-gi);let ca=(Dt=(An=s.floatProperties)==null?void 0:An._UvAnimRotation)!=null?Dt:0,ha={specVersion:"1.0",transparentWithZWrite:gn,renderQueueOffsetNumber:O,shadeColorFactor:K,shadeMultiplyTexture:P,shadingShiftFactor:Z,shadingToonyFactor:q,giEqualizationFactor:oe,matcapFactor:Ie,matcapTexture:We,rimLightingMixFactor:re,rimMultiplyTexture:Ge,parametricRimColorFactor:ye,parametricRimFresnelPowerFactor:it,parametricRimLiftFactor:Bt,outlineWidthMode:Kn,outlineWidthFactor:Qs,outlineWidthMultiplyTexture:Uh,outlineColorFactor:oa,outlineLightingMixFactor:mi,uvAnimationMaskTexture:aa,uvAnimationScrollXSpeedFactor:la,uvAnimationScrollYSpeedFactor:gi,uvAnimationRotationSpeedFactor:ca};return vg(di({},e),{pbrMetallicRoughness:{baseColorFactor:ke,baseColorTexture:b},normalTexture:J,emissiveTexture:j,emissiveFactor:ce,alphaMode:mt,alphaCutoff:gt,doubleSided:Nt,extensions:{VRMC_materials_mtoon:ha}})}_parseV0UnlitProperties(s,e){var t,n,i,r,o;let a=s.shader==="VRM/UnlitTransparentZWrite",l=s.shader==="VRM/UnlitTransparent"||a,c=this._v0ParseRenderQueue(s),h=s.shader==="VRM/UnlitCutout",u=l?"BLEND":h?"MASK":"OPAQUE",d=h?(n=(t=s.floatProperties)==null?void 0:t._Cutoff)!=null?n:.5:void 0,f=this._portTextureTransform(s),m=((r=(i=s.vectorProperties)==null?void 0:i._Color)!=null?r:[1,1,1,1]).map(qr),y=(o=s.textureProperties)==null?void 0:o._MainTex,p=y!=null?{index:y,extensions:di({},f)}:void 0,g={specVersion:"1.0",transparentWithZWrite:a,renderQueueOffsetNumber:c,shadeColorFactor:m,shadeMultiplyTexture:p};return vg(di({},e),{pbrMetallicRoughness:{baseColorFactor:m,baseColorTexture:p},alphaMode:u,alphaCutoff:d,extensions:{VRMC_materials_mtoon:g}})}_portTextureTransform(s){var e,t,n,i,r;let o=(e=s.vectorProperties)==null?void 0:e._MainTex;if(o==null)return{};let a=[(t=o?.[0])!=null?t:0,(n=o?.[1])!=null?n:0],l=[(i=o?.[2])!=null?i:1,(r=o?.[3])!=null?r:1];return a[1]=1-l[1]-a[1],{KHR_texture_transform:{offset:a,scale:l}}}_v0ParseRenderQueue(s){var e,t;let n=s.shader==="VRM/UnlitTransparentZWrite",i=((e=s.keywordMap)==null?void 0:e._ALPHABLEND_ON)!=null||s.shader==="VRM/UnlitTransparent"||n,r=((t=s.floatProperties)==null?void 0:t._ZWrite)===1||n,o=0;if(i){let a=s.renderQueue;a!=null&&(r?o=this._renderQueueMapTransparentZWrite.get(a):o=this._renderQueueMapTransparent.get(a))}return o}_populateRenderQueueMap(s){let e=new Set,t=new Set;s.forEach(n=>{var i,r;let o=n.shader==="VRM/UnlitTransparentZWrite",a=((i=n.keywordMap)==null?void 0:i._ALPHABLEND_ON)!=null||n.shader==="VRM/UnlitTransparent"||o,l=((r=n.floatProperties)==null?void 0:r._ZWrite)===1||o;if(a){let c=n.renderQueue;c!=null&&(l?t.add(c):e.add(c))}}),e.size>10&&console.warn(`VRMMaterialsV0CompatPlugin: This VRM uses ${e.size} render queues for Transparent materials while VRM 1.0 only supports up to 10 render queues. The model might not be rendered correctly.`),t.size>10&&console.warn(`VRMMaterialsV0CompatPlugin: This VRM uses ${t.size} render queues for TransparentZWrite materials while VRM 1.0 only supports up to 10 render queues. The model might not be rendered correctly.`),Array.from(e).sort().forEach((n,i)=>{let r=Math.min(Math.max(i-e.size+1,-9),0);this._renderQueueMapTransparent.set(n,r)}),Array.from(t).sort().forEach((n,i)=>{let r=Math.min(Math.max(i,0),9);this._renderQueueMapTransparentZWrite.set(n,r)})}};var QS="data:image/gif;base64,R0lGODlhAQABAIAAALCwsAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==";async function cs(s){tg();let e=new Cr;e.setURLModifier(o=>/^(blob|data):/.test(o)?o:QS);let t=new sc(e);t.register(o=>new xg(o)),t.register(o=>new gg(o));let n=await t.parseAsync(s,"");for(let o of n.parser.associations.keys())o instanceof Et&&tw(o),o instanceof Ht&&Gd(o);let i=[],r=n.scene??new Mt;return r.traverse(o=>{let a=n.parser.associations.get(o)?.nodes;a!==void 0&&i[a]===void 0&&(i[a]=o)}),ew(n.parser.json,i),{root:r,gltf:n,nodes:i,surfaces:nw(i)}}function ew({nodes:s=[]},e){s.forEach(({extensions:t},n)=>{let i=e[n];i&&t?.KHR_node_visibility?.visible===!1&&(i.visible=!1)})}function Gd(s){s instanceof ht&&(s.toneMapped=!1)}function tw(s){s.magFilter!==bt||s.minFilter===pn||(s.minFilter=pn,s.generateMipmaps=!0,s.needsUpdate=!0)}function nw(s){let e=new Set(s),t=[];return s.forEach((n,i)=>{if(!n)return;(bg(n)?[n]:n.children.filter(o=>!e.has(o)&&bg(o))).forEach((o,a)=>t.push({node:i,surface:a,mesh:o}))}),t}function bg(s){return s instanceof se}function lc(s){let e=[];for(let t=0;t<s.length;t+=32768)e.push(String.fromCharCode(...s.subarray(t,t+32768)));return btoa(e.join(""))}var{fromBase64:Mg}=Uint8Array;function Sg(s){if(Mg)return Mg.call(Uint8Array,s).buffer;let e=atob(s),t=new Uint8Array(e.length);for(let n=0;n<e.length;n++)t[n]=e.charCodeAt(n);return t.buffer}var Vs=30;function wg(s){let e=document.getElementById(s);if(!e)throw new Error(`the page has no ${s}`);return e.textContent??""}function Wd(){return JSON.parse(wg("page-data"))}function Gs(s){return Sg(wg(s).trim())}function on(s,e){return s.names[e]||`node ${e}`}var iw={metallic:"metalness",roughness:"roughness",alpha_cutoff:"alphaTest",emissive_strength:"emissiveIntensity",occlusion_strength:"aoMapIntensity",ior:"ior",dispersion:"dispersion","anisotropy.strength":"anisotropy","anisotropy.rotation":"anisotropyRotation","clearcoat.factor":"clearcoat","clearcoat.roughness":"clearcoatRoughness","iridescence.factor":"iridescence","iridescence.ior":"iridescenceIOR","sheen.roughness":"sheenRoughness","specular.factor":"specularIntensity","transmission.factor":"transmission","volume.thickness":"thickness","volume.attenuation_distance":"attenuationDistance"},sw={base_color:"color",emissive:"emissive","sheen.color":"sheenColor","specular.color":"specularColor","volume.attenuation_color":"attenuationColor"},rw={normal_scale:"normalScale","clearcoat.normal_scale":"clearcoatNormalScale"},ow={base_color_texture:["map"],metallic_roughness_texture:["metalnessMap","roughnessMap"],normal_texture:["normalMap"],occlusion_texture:["aoMap"],emissive_texture:["emissiveMap"],"anisotropy.texture":["anisotropyMap"],"clearcoat.texture":["clearcoatMap"],"clearcoat.roughness_texture":["clearcoatRoughnessMap"],"clearcoat.normal_texture":["clearcoatNormalMap"],"iridescence.texture":["iridescenceMap"],"iridescence.thickness_texture":["iridescenceThicknessMap"],"sheen.color_texture":["sheenColorMap"],"sheen.roughness_texture":["sheenRoughnessMap"],"specular.texture":["specularIntensityMap"],"specular.color_texture":["specularColorMap"],"transmission.texture":["transmissionMap"],"volume.thickness_texture":["thicknessMap"]},cc=class{animated;constructor(e,t,n=1){this.animated=e.map(i=>{let r=lw(i,t,n),o=r.map(a=>i.rest??a.get());return{data:i,accessors:r,rest:o}})}apply(e,t){for(let{data:n,accessors:i,rest:r}of this.animated)n.clip!==e&&i.forEach((o,a)=>o.set(r[a]??[]));for(let{data:n,accessors:i}of this.animated)if(n.clip===e){let r=aw(n,t);for(let o of i)o.set(r)}}};function aw({times:s,values:e,width:t,interpolation:n},i){let r=n==="CUBICSPLINE"?3:1,o=(A,E)=>e.slice((A*r+E)*t,(A*r+E+1)*t),a=r===3?1:0,l=s.length-1,c=s.findIndex(A=>A>i),h=c<0?l:Math.max(c-1,0);if(c<=0||n==="STEP")return o(h,a);let[u=0,d=0]=[s[h],s[h+1]],f=d-u,m=f>0?(i-u)/f:0,[y,p]=[o(h,a),o(h+1,a)];if(r===1)return y.map((A,E)=>A+((p[E]??0)-A)*m);let[g,v]=[o(h,2),o(h+1,0)],[T,x]=[m*m,m*m*m];return y.map((A,E)=>(2*x-3*T+1)*A+f*(x-2*T+m)*(g[E]??0)+(3*T-2*x)*(p[E]??0)+f*(x-T)*(v[E]??0))}function lw(s,e,t){if(s.part==="materials")return cw(s.index,e).flatMap(r=>hw(r,s.field));let n=s.nodes.flatMap(r=>e.nodes[r]??[]);return s.part==="nodes"?n.map(pw):s.part==="lights"?n.flatMap(ud).flatMap(r=>gw(r,s.field,t)):n.flatMap(r=>[r,...r.children]).filter(mw).flatMap(r=>_w(r,s.field))}function cw(s,e){let t=[];for(let[n,i]of e.gltf.parser.associations)i?.materials===s&&"isMaterial"in n&&t.push(n);return t}function hw(s,e){let t=s,n=iw[e];if(n!==void 0)return n in t?[Tg(t,n)]:[];let i=sw[e];if(i!==void 0)return t[i]?[uw(s,t[i],e)]:[];let r=rw[e];if(r!==void 0)return t[r]?[dw(t[r])]:[];let[o="",a=""]=e.split(".transform.");return(ow[o]??[]).flatMap(c=>t[c]??[]).map(c=>fw(c,a))}function Tg(s,e){return{get:()=>[s[e]],set:([t=0])=>{s[e]=t}}}function uw(s,e,t){let n=t==="base_color"&&(s.transparent||s.alphaTest>0);return{get:()=>[e.r,e.g,e.b,s.opacity],set:([i=0,r=0,o=0,a=1])=>{e.setRGB(i,r,o),n&&(s.opacity=a)}}}function dw(s){let e=Math.sign(s.y)*Math.sign(s.x)||1;return{get:()=>[s.x],set:([t=1])=>{s.set(t,e*t)}}}function fw(s,e){if(e==="rotation")return{get:()=>[s.rotation],set:([n=0])=>{s.rotation=n}};let t=e==="scale"?s.repeat:s.offset;return{get:()=>[t.x,t.y],set:([n=0,i=0])=>{t.set(n,i)}}}function pw(s){return{get:()=>[Number(s.visible)],set:([e=1])=>{s.visible=e!==0}}}function mw(s){return"isCamera"in s}function gw(s,e,t){let n=s;if(e==="color")return[{get:()=>s.color.toArray(),set:([o=0,a=0,l=0])=>{s.color.setRGB(o,a,l)}}];if(e==="intensity")return[{get:()=>[s.intensity/t],set:([o=0])=>{s.intensity=o*t}}];if(e==="range"&&"distance"in s)return[Tg(n,"distance")];if(!(s instanceof Ls))return[];let i=()=>(1-s.penumbra)*s.angle,r=(o,a)=>Object.assign(s,{angle:o,penumbra:1-a/o});return e==="outer_cone"?[{get:()=>[s.angle],set:([o=0])=>{r(o,i())}}]:[{get:()=>[i()],set:([o=0])=>{r(s.angle,o)}}]}function _w(s,e){let t=s,n=o=>{o(),(s instanceof xt||s instanceof Sn)&&s.updateProjectionMatrix()},i=(o,a=1)=>({get:()=>[(t[o]??0)/a],set:([l=0])=>n(()=>{t[o]=l*a})}),r=(o,a)=>({get:()=>[(t[a]??0)-(t[o]??0)],set:([l=0])=>n(()=>{t[o]=-l/2,t[a]=l/2})});return e==="fov"?[i("fov",180/Math.PI)]:e==="width"?[r("left","right")]:e==="height"?[r("bottom","top")]:["near","far","aspect"].includes(e)?[i(e)]:[]}function hc(s){let e=s.createInterpolant();return t=>e.evaluate(t)}var yw=70;function Ag({headRest:s,offset:e},t){let n=new Se().makeRotationFromQuaternion(new be(...s).invert());return new Se().multiplyMatrices(t.matrixWorld,n.setPosition(...e))}function Rg(s,e,t,n){let i=n.clone().applyMatrix4(Ag(s,t).invert());return e&&i.multiply(new S(-1,1,-1)),Pg(i)}function Cg(s,e,t,n){return Pg(new S(0,0,1).applyQuaternion(new be(s,e,t,n).normalize()))}function Pg({x:s,y:e,z:t}){return[Kt.radToDeg(Math.atan2(s,t)),Kt.radToDeg(Math.atan2(-e,Math.hypot(s,t)))]}function Fi({inputMax:s,outputScale:e},t){let n=Math.abs(t);return s<=0?n>0?e:0:Math.min(n,s)/s*e}function Lg({eyes:s,inner:e,outer:t,down:n,up:i},r,o,a){let l=a>0?Fi(n,a):-Fi(i,a),c={left:o>0?Fi(t,o):-Fi(e,o),right:o>0?Fi(e,o):-Fi(t,o)};return new Map(s.map(({node:h,side:u,parentRest:d,rest:f})=>{let m=Eg(0,1,0,c[u]).multiply(Eg(1,0,0,l));r&&m.set(-m.x,m.y,-m.z,m.w);let y=new be(...d);return[h,y.clone().invert().multiply(m).multiply(y).multiply(new be(...f))]}))}function Ig({outer:s,down:e,up:t},n,i){let r=Fi(s,n);return{lookLeft:n>0?r:0,lookRight:n>0?0:r,lookDown:i>0?Fi(e,i):0,lookUp:i>0?0:Fi(t,i)}}function Eg(s,e,t,n){return new be().setFromAxisAngle(new S(s,e,t),Kt.degToRad(n))}function Xd(s,e){let t=e[s.humanoid.head??-1];if(!t)return null;let n=s.lookAt?Ag(s.lookAt,t):t.matrixWorld.clone(),i=new xt(yw);i.position.setFromMatrixPosition(n);let r=new S(0,0,s.facesBack?-1:1).transformDirection(n);return i.lookAt(i.position.clone().add(r)),i.updateMatrixWorld(!0),i}var Dg={weights:new Map,gaze:null},uc=class{missing=[];weights=[];gaze=null;constructor(e,t,{nodes:n},i){let r=(a,l)=>{let c=i(a).find(({name:h})=>h.endsWith(`.${l}`));return c?hc(c):()=>a[l].toArray()};for(let[a,l]of Object.entries(e.expressions??{}))for(let[c,{node:h=-1}]of Object.entries(l)){let u=t.expressions.findIndex(f=>f.name===c&&f.preset===(a==="preset")),d=n[h];u<0?this.missing.push(c):d&&this.weights.push([u,r(d,"position")])}let o=n[e.lookAt?.node??-1];o&&t.lookAt?this.gaze=r(o,"quaternion"):o&&this.missing.push("lookAt")}get isEmpty(){return!this.weights.length&&!this.gaze}at(e){let t=new Map(this.weights.map(([a,l])=>[a,l(e)[0]??0])),[n=0,i=0,r=0,o=1]=this.gaze?.(e)??[];return{weights:t,gaze:this.gaze&&Cg(n,i,r,o)}}};var dc=class{channels;rest=new Map;named=new Map;faces=new Map;constructor(e,t){let{named:n}=this;e.traverse(i=>{n.set(i.uuid,i),i.name&&!n.has(i.name)&&n.set(i.name,i),this.rest.set(i,{position:i.position.clone(),quaternion:i.quaternion.clone(),scale:i.scale.clone(),weights:[...qd(i)??[]]})}),this.channels=t.map(i=>this.channelsOf(i))}channelsOf(e){return e.tracks.flatMap(t=>vw(t,this.named))}knows(e){return this.named.has(e)}add(e,t){t&&this.faces.set(this.channels.length,t),this.channels.push(this.channelsOf(e))}face(e,t){return(e===null?void 0:this.faces.get(e)?.at(t))??Dg}restOf(e){return this.rest.get(e)}apply(e,t){for(let[n,i]of this.rest){n.position.copy(i.position),n.quaternion.copy(i.quaternion),n.scale.copy(i.scale);let r=qd(n);r&&i.weights.forEach((o,a)=>r[a]=o)}for(let n of e===null?[]:this.channels[e]??[])xw(n,t)}};function qd(s){return s instanceof se?s.morphTargetInfluences:void 0}function vw(s,e){let t=s.name.lastIndexOf("."),n=e.get(s.name.slice(0,t)),i=s.name.slice(t+1);return n?[{target:n,property:i,curve:hc(s)}]:[]}function xw({target:s,property:e,curve:t},n){let i=t(n);if(e==="morphTargetInfluences"){let r=qd(s);if(r)for(let o=0;o<r.length;o++)r[o]=i[o]??0}else e==="quaternion"?s.quaternion.fromArray(i).normalize():s[e].fromArray(i)}var fc=class{constructor(e,t,n){this.nodes=t;let i=new bn({color:"#e08a2f",transparent:!0,opacity:.4,depthWrite:!1,side:nt});this.entries=e.map(({node:r,corners:o})=>{let a=new Ze;a.setAttribute("position",new Qe(new Float32Array(o),3)),a.computeVertexNormals();let l=new se(a,i);return l.matrixAutoUpdate=!1,l.frustumCulled=!1,n.add(l),{node:r,mesh:l}})}nodes;entries;update(){for(let{node:e,mesh:t}of this.entries){let n=this.nodes[e];t.visible=n!==void 0,n&&t.matrix.copy(n.matrixWorld),t.matrixWorldNeedsUpdate=!0}}};var bw=.35,Ng={sphere:{flat:!1,toWorld:(s,e)=>({position:new S(...s.offset).applyMatrix4(e),direction:new S,radius:s.radius}),draw:({position:s,radius:e})=>({key:`s${e}`,make:()=>new Un(e,32,20),middle:s,upright:new S(0,1,0)})},capsule:{flat:!1,toWorld:(s,e)=>{let t=new S(...s.offset).applyMatrix4(e),n=new S(...s.tail).applyMatrix4(e);return{position:t,direction:n.sub(t),radius:s.radius}},draw:({position:s,direction:e,radius:t})=>{let n=e.length();return{key:`c${t},${n.toFixed(6)}`,make:()=>new So(t,n,10,28),middle:s.clone().addScaledVector(e,.5),upright:new S(0,1,0)}}},plane:{flat:!0,toWorld:(s,e)=>({position:new S(...s.offset).applyMatrix4(e),direction:Mw(e,new S(...s.normal)),radius:0}),draw:({position:s,direction:e},t)=>{let n=2*bw*t;return e.length()===0?null:{key:"p",make:()=>new On(n,n),middle:s,upright:new S(0,0,1)}}}};function Mw(s,e){let t=l=>new S().setFromMatrixColumn(s,l),[n,i,r]=[t(0),t(1),t(2)],o=[i.clone().cross(r),r.clone().cross(n),n.clone().cross(i)];return new S().addScaledVector(o[0],e.x).addScaledVector(o[1],e.y).addScaledVector(o[2],e.z).multiplyScalar(n.dot(o[0])<0?-1:1).normalize()}var pc=class{constructor(e,t,n){this.nodes=t;this.size=n;this.entries=e.map(i=>({data:i,mesh:new se(void 0,ww(i))}));for(let{mesh:i}of this.entries)this.group.add(i)}nodes;size;entries;group=new Mt;update(){for(let{data:e,mesh:t}of this.entries){let n=this.nodes[e.node],i=Ng[e.shape],r=n&&i.toWorld(e,n.matrixWorld),o=r?i.draw(r,this.size):null;t.visible=o!==null,!(!r||!o)&&(Sw(t,o),t.position.copy(o.middle),r.direction.length()>0&&t.quaternion.setFromUnitVectors(o.upright,r.direction.normalize()))}}vertices(e){let t=this.entries[e];if(!t?.mesh.visible)return[];t.mesh.updateWorldMatrix(!0,!1);let n=t.mesh.geometry.getAttribute("position"),i=[];for(let r=0;r<n.count;r++)i.push(...new S().fromBufferAttribute(n,r).applyMatrix4(t.mesh.matrixWorld).toArray());return i}};function Sw(s,e){s.userData.key!==e.key&&(s.geometry.dispose(),s.geometry=e.make(),s.userData.key=e.key)}function ww(s){let e=Ng[s.shape].flat?nt:s.inside?Ut:void 0;return new bn({color:s.inside?"#9b5de5":"#2f8fe0",transparent:!0,opacity:.4,depthWrite:!1,...e===void 0?{}:{side:e}})}var mc=1/60,Tw=4,Yd=1e-150,Ug=1e150,Og=1e-12,Ew=1e-5,gc=s=>s>=Yd&&s<Ug,_c=class{constructor(e,t,n,i){this.bones=e;this.colliders=t;this.nodes=n;this.root=i}bones;colliders;nodes;root;states=null;left=0;isMoving=!0;get exist(){return this.bones.length>0}reset(){this.states=null,this.left=0,this.isMoving=!0}wake(){this.isMoving=!0}advance(e,t){this.left=Math.min(this.left+e,Tw*mc);let n=0;for(;this.left>=mc*.999;this.left-=mc)this.step(mc,t),n++;return n||this.show(t),this.isMoving}step(e,t=new Set){let n=this.states??=this.start(),i=0;this.bones.forEach((r,o)=>{let a=this.nodes[r.node],l=n[o];!a?.parent||!l||t.has(r.node)||(i=Math.max(i,this.move(r,l,a,a.parent,e)))}),this.isMoving=i>Ew}show(e){this.bones.forEach((t,n)=>{let i=this.nodes[t.node],r=this.states?.[n];i&&r&&!e.has(t.node)&&i.quaternion.copy(r.rotation)}),this.root.updateMatrixWorld(!0)}start(){return this.bones.map(e=>{let t=this.nodes[e.node],n=new S(...e.vector);t&&n.applyMatrix4(t.matrixWorld);let i=this.centerOf(e);i&&n.applyMatrix4(i.clone().invert());let r=t?t.quaternion.clone():new be(...e.rest);return{tail:n,before:n.clone(),direction:new S(...e.direction),rotation:r}})}centerOf(e){return e.center===null?void 0:this.nodes[e.center]?.matrixWorld}move(e,t,n,i,r){let o=n.position.clone().applyMatrix4(i.matrixWorld),a=new Se().makeRotationFromQuaternion(new be(...e.rest)).scale(n.scale),l=new Ce().setFromMatrix4(new Se().multiplyMatrices(i.matrixWorld,a)),c=new S(...e.vector).applyMatrix3(l),h=c.length(),u=gc(h),d=u?h:0,f=u?c.divideScalar(h):new S,m=this.centerOf(e)?.clone(),y=m?t.tail.clone().applyMatrix4(m):t.tail.clone(),p=m?t.before.clone().applyMatrix4(m):t.before,g=y.clone().addScaledVector(y.clone().sub(p),e.inertia).addScaledVector(f,r*e.stiffness).addScaledVector(new S(...e.gravity),r).sub(o),v=this.unit(g,u,l,t,f),T=o.clone().addScaledVector(v,d);for(let _ of e.colliders)this.collide(_,e,o,T,v,d);let x=Rw(l,T.clone().sub(o))??t.direction,A=x.distanceTo(t.direction);n.quaternion.copy(Cw(e,x)),n.updateMatrixWorld(!0);let E=m?T.clone().applyMatrix4(m.invert()):T;return t.before=t.tail,t.tail=Number.isFinite(E.lengthSq())?E:t.tail.clone(),t.direction=x,t.rotation=n.quaternion.clone(),A+t.tail.distanceTo(t.before)/Math.max(d,1e-9)*+(d>0)}unit(e,t,n,i,r){let o=e.length();if(t&&gc(o))return e.divideScalar(o);let a=i.direction.clone().applyMatrix3(n);return gc(a.length())?a.normalize():r.clone()}collide(e,t,n,i,r,o){let a=this.place(e);if(!a||!Pw(a,t.radius,i,r))return;let l=i.clone().sub(n),c=l.length();gc(c)&&r.copy(l.divideScalar(c)),i.copy(n).addScaledVector(r,o)}place(e){let t=this.colliders[e],n=t&&this.nodes[t.node]?.matrixWorld;if(!t||!n)return null;let i=new S(...t.offset).applyMatrix4(n);return t.shape==="capsule"?{data:t,position:i,along:new S(...t.tail).applyMatrix4(n).sub(i)}:t.shape==="sphere"?{data:t,position:i,along:new S}:{data:t,position:i,along:Aw(new Ce().setFromMatrix4(n),new S(...t.normal))}}};function Aw(s,e){let t=e.applyMatrix3(Fg(s)),n=t.length();return n===0?t:t.multiplyScalar((s.determinant()>=0?1:-1)/n)}function Fg(s){let[e=0,t=0,n=0,i=0,r=0,o=0,a=0,l=0,c=0]=s.elements;return new Ce().set(r*c-l*o,l*n-t*c,t*o-r*n,a*o-i*c,e*c-a*n,i*n-e*o,i*l-a*r,a*t-e*l,e*r-i*t)}function Rw(s,e){let t=s.determinant(),n=e.applyMatrix3(Fg(s).transpose()),i=n.length();return!(i>=Yd*Math.abs(t)&&i<Ug*Math.abs(t))||i===0?null:n.divideScalar(t>0?i:-i)}function Cw(s,e){let t=new S(...s.direction),n=1+t.dot(e),{x:i,y:r,z:o}=t,a=Math.abs(i)>Math.abs(o)?new S(-r,i,0):new S(0,-o,r),l=n<Og?a:new S().crossVectors(t,e),c=new be(l.x,l.y,l.z,n<Og?0:n).normalize();return new be(...s.rest).multiply(c)}function Pw({data:s,position:e,along:t},n,i,r){let o=i.clone().sub(e);if(s.shape==="plane"){let d=o.dot(t)-n;return d<0?(i.addScaledVector(t,-d),!0):!1}let a=t.lengthSq(),l=Math.min(Math.max(o.dot(t)/(a>0?a:1),0),1);o.addScaledVector(t,-l);let c=o.length(),h=s.inside?s.radius-n:s.radius+n;return(s.inside?c>h||h<0:c<h)?(c>=Yd?i.addScaledVector(o,(h-c)/c):i.addScaledVector(r,h-c),!0):!1}var Lw=.5,Iw={color:"color",emissionColor:"emissive",shadeColor:"shadeColorFactor",rimColor:"parametricRimColorFactor",outlineColor:"outlineColorFactor",matcapColor:"matcapFactor"},Dw=["map","alphaMap","aoMap","emissiveMap","metalnessMap","normalMap","roughnessMap","shadeMultiplyTexture","shadingShiftTexture","rimMultiplyTexture","outlineWidthMultiplyTexture","uvAnimationMaskTexture"];function Nw(s,e){let t=s.map(({binary:n},i)=>{let r=Math.min(Math.max(e.get(i)??0,0),1);return n?+(r>Lw):r});return s.map(({kind:n,binary:i},r)=>{let o=t[r]??0;if(!n)return o;let a=0;return s.forEach((l,c)=>{let h=l.kind===n?"none":l.overrides[n],u=t[c]??0;h==="blend"&&(a+=u),h==="block"&&u>0&&(a+=1)}),i?a>0?0:o:o*(1-Math.min(a,1))})}function jd(s,e){return s.map((t,n)=>e.reduce((i,[r,o])=>i+((r[n]??t)-t)*o,t))}var $d=class{constructor(e,t){this.material=e;this.opacity=e.opacity;for(let[n,i]of Object.entries(Iw)){let r=e[i];r instanceof le&&this.colours.set(n,[r,r.clone()])}for(let n of t?Dw:[]){let i=e[n];if(!(i instanceof Et))continue;let r=i.clone();r.needsUpdate=!0,e[n]=r,this.textures.push([r,r.repeat.clone(),r.offset.clone()])}}material;colours=new Map;textures=[];opacity;show(e,t){for(let[i,[r,o]]of this.colours){let a=e.filter(([d])=>d===i).map(([,d,f])=>[d,f]),[l=0,c=0,h=0,u=1]=jd([o.r,o.g,o.b,this.opacity],a);r.setRGB(l,c,h),i==="color"&&(this.material.opacity=u)}for(let[i,r,o]of this.textures)i.repeat.fromArray(jd(r.toArray(),t.map(([a,,l])=>[a,l]))),i.offset.fromArray(jd(o.toArray(),t.map(([,a,l])=>[a,l])));let n=this.material.update;typeof n=="function"&&n.call(this.material,0)}},yc=class{constructor(e,t){this.data=e;this.model=t;let n=e.expressions.flatMap(({colours:a})=>a.map(([l])=>l)),i=new Set(e.expressions.flatMap(({transforms:a})=>a.map(([l])=>l))),r=new Set([...n,...i]),o=new Set;for(let{mesh:a}of r.size?t.surfaces:[]){let l=[a.material].flat(),c=l[0]&&t.gltf.parser.associations.get(l[0])?.materials;if(!(c===void 0||!r.has(c)))for(let h of l.filter(u=>!o.has(u))){o.add(h);let u=new $d(h,i.has(c));this.materials.set(c,[...this.materials.get(c)??[],u])}}}data;model;materials=new Map;apply(e){let t=Nw(this.data.expressions,e),n=new Map;this.data.expressions.forEach(({binds:i},r)=>{for(let[o,a,l]of e.has(r)?i:[])n.set(`${o}.${a}`,(n.get(`${o}.${a}`)??0)+l*(t[r]??0))});for(let{node:i,mesh:r}of this.model.surfaces)r.morphTargetInfluences?.forEach((o,a,l)=>l[a]=n.get(`${i}.${a}`)??o);for(let[i,r]of this.materials)this.paint(i,r,t)}paint(e,t,n){let i=[],r=[];this.data.expressions.forEach((o,a)=>{let l=n[a]??0;if(l){for(let[c,h,u]of o.colours)c===e&&i.push([h,u,l]);for(let[c,h,u]of o.transforms)c===e&&r.push([h,u,l])}});for(let o of t)o.show(i,r)}};var Bg={type:"change"},Kd={type:"start"},zg={type:"end"},vc=new Nn,kg=new dn,Ow=Math.cos(70*Kt.DEG2RAD),Wt=new S,En=2*Math.PI,rt={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},Zd=1e-6,xc=class extends Ds{constructor(e,t=null){super(e,t),this.state=rt.NONE,this.target=new S,this.cursor=new S,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:is.ROTATE,MIDDLE:is.DOLLY,RIGHT:is.PAN},this.touches={ONE:ss.ROTATE,TWO:ss.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new S,this._lastQuaternion=new be,this._lastTargetPosition=new S,this._quat=new be().setFromUnitVectors(e.up,new S(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new ns,this._sphericalDelta=new ns,this._scale=1,this._panOffset=new S,this._rotateStart=new Ee,this._rotateEnd=new Ee,this._rotateDelta=new Ee,this._panStart=new Ee,this._panEnd=new Ee,this._panDelta=new Ee,this._dollyStart=new Ee,this._dollyEnd=new Ee,this._dollyDelta=new Ee,this._dollyDirection=new S,this._mouse=new Ee,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=Fw.bind(this),this._onPointerDown=Uw.bind(this),this._onPointerUp=Bw.bind(this),this._onContextMenu=Xw.bind(this),this._onMouseWheel=Hw.bind(this),this._onKeyDown=Vw.bind(this),this._onTouchStart=Gw.bind(this),this._onTouchMove=Ww.bind(this),this._onMouseDown=kw.bind(this),this._onMouseMove=zw.bind(this),this._interceptControlDown=qw.bind(this),this._interceptControlUp=Yw.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(e){this._cursorStyle=e,e==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(e){super.connect(e),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=rt.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(e){e.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=e}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(Bg),this.update(),this.state=rt.NONE}pan(e,t){this._pan(e,t),this.update()}dollyIn(e){this._dollyIn(e),this.update()}dollyOut(e){this._dollyOut(e),this.update()}rotateLeft(e){this._rotateLeft(e),this.update()}rotateUp(e){this._rotateUp(e),this.update()}update(e=null){let t=this.object.position;Wt.copy(t).sub(this.target),Wt.applyQuaternion(this._quat),this._spherical.setFromVector3(Wt),this.autoRotate&&this.state===rt.NONE&&this._rotateLeft(this._getAutoRotationAngle(e)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,i=this.maxAzimuthAngle;isFinite(n)&&isFinite(i)&&(n<-Math.PI?n+=En:n>Math.PI&&(n-=En),i<-Math.PI?i+=En:i>Math.PI&&(i-=En),n<=i?this._spherical.theta=Math.max(n,Math.min(i,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+i)/2?Math.max(n,this._spherical.theta):Math.min(i,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(Wt.setFromSpherical(this._spherical),Wt.applyQuaternion(this._quatInverse),t.copy(this.target).add(Wt),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=Wt.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new S(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new S(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=Wt.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(vc.origin.copy(this.object.position),vc.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(vc.direction))<Ow?this.object.lookAt(this.target):(kg.setFromNormalAndCoplanarPoint(this.object.up,this.target),vc.intersectPlane(kg,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>Zd||8*(1-this._lastQuaternion.dot(this.object.quaternion))>Zd||this._lastTargetPosition.distanceToSquared(this.target)>Zd?(this.dispatchEvent(Bg),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(e){return e!==null?En/60*this.autoRotateSpeed*e:En/60/60*this.autoRotateSpeed}_getZoomScale(e){let t=Math.abs(e*.01);return Math.pow(.95,this.zoomSpeed*t)}_rotateLeft(e){this._sphericalDelta.theta-=e}_rotateUp(e){this._sphericalDelta.phi-=e}_panLeft(e,t){Wt.setFromMatrixColumn(t,0),Wt.multiplyScalar(-e),this._panOffset.add(Wt)}_panUp(e,t){this.screenSpacePanning===!0?Wt.setFromMatrixColumn(t,1):(Wt.setFromMatrixColumn(t,0),Wt.crossVectors(this.object.up,Wt)),Wt.multiplyScalar(e),this._panOffset.add(Wt)}_pan(e,t){let n=this.domElement;if(this.object.isPerspectiveCamera){let i=this.object.position;Wt.copy(i).sub(this.target);let r=Wt.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*e*r/n.clientHeight,this.object.matrix),this._panUp(2*t*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(e*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(t*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(e,t){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),i=e-n.left,r=t-n.top,o=n.width,a=n.height;this._mouse.x=i/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(e){return Math.max(this.minDistance,Math.min(this.maxDistance,e))}_handleMouseDownRotate(e){this._rotateStart.set(e.clientX,e.clientY)}_handleMouseDownDolly(e){this._updateZoomParameters(e.clientX,e.clientY),this._dollyStart.set(e.clientX,e.clientY)}_handleMouseDownPan(e){this._panStart.set(e.clientX,e.clientY)}_handleMouseMoveRotate(e){this._rotateEnd.set(e.clientX,e.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(En*this._rotateDelta.x/t.clientHeight),this._rotateUp(En*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(e){this._dollyEnd.set(e.clientX,e.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(e){this._panEnd.set(e.clientX,e.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(e){this._updateZoomParameters(e.clientX,e.clientY),e.deltaY<0?this._dollyIn(this._getZoomScale(e.deltaY)):e.deltaY>0&&this._dollyOut(this._getZoomScale(e.deltaY)),this.update()}_handleKeyDown(e){let t=!1;switch(e.code){case this.keys.UP:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(En*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),t=!0;break;case this.keys.BOTTOM:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(-En*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),t=!0;break;case this.keys.LEFT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(En*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),t=!0;break;case this.keys.RIGHT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(-En*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),t=!0;break}t&&(e.preventDefault(),this.update())}_handleTouchStartRotate(e){if(this._pointers.length===1)this._rotateStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),i=.5*(e.pageY+t.y);this._rotateStart.set(n,i)}}_handleTouchStartPan(e){if(this._pointers.length===1)this._panStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),i=.5*(e.pageY+t.y);this._panStart.set(n,i)}}_handleTouchStartDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,i=e.pageY-t.y,r=Math.sqrt(n*n+i*i);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enablePan&&this._handleTouchStartPan(e)}_handleTouchStartDollyRotate(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enableRotate&&this._handleTouchStartRotate(e)}_handleTouchMoveRotate(e){if(this._pointers.length==1)this._rotateEnd.set(e.pageX,e.pageY);else{let n=this._getSecondPointerPosition(e),i=.5*(e.pageX+n.x),r=.5*(e.pageY+n.y);this._rotateEnd.set(i,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(En*this._rotateDelta.x/t.clientHeight),this._rotateUp(En*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(e){if(this._pointers.length===1)this._panEnd.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),i=.5*(e.pageY+t.y);this._panEnd.set(n,i)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,i=e.pageY-t.y,r=Math.sqrt(n*n+i*i);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(e.pageX+t.x)*.5,a=(e.pageY+t.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enablePan&&this._handleTouchMovePan(e)}_handleTouchMoveDollyRotate(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enableRotate&&this._handleTouchMoveRotate(e)}_addPointer(e){this._pointers.push(e.pointerId)}_removePointer(e){delete this._pointerPositions[e.pointerId];for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId){this._pointers.splice(t,1);return}}_isTrackingPointer(e){for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId)return!0;return!1}_trackPointer(e){let t=this._pointerPositions[e.pointerId];t===void 0&&(t=new Ee,this._pointerPositions[e.pointerId]=t),t.set(e.pageX,e.pageY)}_getSecondPointerPosition(e){let t=e.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[t]}_customWheelEvent(e){let t=e.deltaMode,n={clientX:e.clientX,clientY:e.clientY,deltaY:e.deltaY};switch(t){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return e.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function Uw(s){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(s.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(s)&&(this._addPointer(s),s.pointerType==="touch"?this._onTouchStart(s):this._onMouseDown(s),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function Fw(s){this.enabled!==!1&&(s.pointerType==="touch"?this._onTouchMove(s):this._onMouseMove(s))}function Bw(s){switch(this._removePointer(s),this._pointers.length){case 0:this.domElement.releasePointerCapture(s.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(zg),this.state=rt.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let e=this._pointers[0],t=this._pointerPositions[e];this._onTouchStart({pointerId:e,pageX:t.x,pageY:t.y});break}}function kw(s){let e;switch(s.button){case 0:e=this.mouseButtons.LEFT;break;case 1:e=this.mouseButtons.MIDDLE;break;case 2:e=this.mouseButtons.RIGHT;break;default:e=-1}switch(e){case is.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(s),this.state=rt.DOLLY;break;case is.ROTATE:if(s.ctrlKey||s.metaKey||s.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(s),this.state=rt.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(s),this.state=rt.ROTATE}break;case is.PAN:if(s.ctrlKey||s.metaKey||s.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(s),this.state=rt.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(s),this.state=rt.PAN}break;default:this.state=rt.NONE}this.state!==rt.NONE&&this.dispatchEvent(Kd)}function zw(s){switch(this.state){case rt.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(s);break;case rt.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(s);break;case rt.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(s);break}}function Hw(s){this.enabled===!1||this.enableZoom===!1||this.state!==rt.NONE||(s.preventDefault(),this.dispatchEvent(Kd),this._handleMouseWheel(this._customWheelEvent(s)),this.dispatchEvent(zg))}function Vw(s){this.enabled!==!1&&this._handleKeyDown(s)}function Gw(s){switch(this._trackPointer(s),this._pointers.length){case 1:switch(this.touches.ONE){case ss.ROTATE:if(this.enableRotate===!1){this.state=rt.NONE;break}this._handleTouchStartRotate(s),this.state=rt.TOUCH_ROTATE;break;case ss.PAN:if(this.enablePan===!1){this.state=rt.NONE;break}this._handleTouchStartPan(s),this.state=rt.TOUCH_PAN;break;default:this.state=rt.NONE}break;case 2:switch(this.touches.TWO){case ss.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(s),this.state=rt.TOUCH_DOLLY_PAN;break;case ss.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(s),this.state=rt.TOUCH_DOLLY_ROTATE;break;default:this.state=rt.NONE}break;default:this.state=rt.NONE}this.state!==rt.NONE&&this.dispatchEvent(Kd)}function Ww(s){switch(this._trackPointer(s),this.state){case rt.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(s),this.update();break;case rt.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(s),this.update();break;case rt.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(s),this.update();break;case rt.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(s),this.update();break;default:this.state=rt.NONE}}function Xw(s){this.enabled!==!1&&s.preventDefault()}function qw(s){s.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function Yw(s){s.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var[Wo,bc]=[256,128],jw=/swiftshader|llvmpipe|softpipe|software|basic render/i,Jd={antialias:!0,alpha:!0};function Hg(s){return s.getContext("webgl2",Jd)!==null}function Qd(s){let e=s.getContext(),t=e.getExtension("WEBGL_debug_renderer_info"),n=e.getParameter(t?t.UNMASKED_RENDERER_WEBGL:e.RENDERER);return!jw.test(String(n))}function $w(s,e){let t=Math.abs(e.y)**.6,n=e.y>=0?s.zenith:s.ground,i=s.horizon.map((r,o)=>r+((n[o]??0)-r)*t);for(let r of s.panels){let o=new S(...r.direction).normalize(),a=Math.acos(Math.min(Math.max(e.dot(o),-1),1))*180/Math.PI,l=Math.min(Math.max((r.outer-a)/(r.outer-r.inner),0),1),c=l*l*(3-2*l);r.colour.forEach((h,u)=>i[u]=(i[u]??0)+h*c)}return i}function Vg(s,e,t){let n=new Float32Array(Wo*bc*4),i=t*Math.PI/180;for(let l=0;l<bc;l++)for(let c=0;c<Wo;c++){let h=((l+.5)/bc-.5)*Math.PI,u=((c+.5)/Wo-.5)*2*Math.PI,d=new S(Math.cos(h)*Math.cos(u),Math.sin(h),Math.cos(h)*Math.sin(u));n.set([...$w(e,d.applyAxisAngle(Zw,-i)),1],(l*Wo+c)*4)}let r=new ti(n,Wo,bc);r.type=mn,r.mapping=Fr,r.colorSpace=Ct,r.magFilter=r.minFilter=bt,r.needsUpdate=!0;let o=new Vr(s),{texture:a}=o.fromEquirectangular(r);return o.dispose(),r.dispose(),a}var Zw=new S(0,1,0);var Tc=0,Xg=1,tf=2,Mc=32,Gg={yaw:32,pitch:14},nf={front:{yaw:0,pitch:0},back:{yaw:180,pitch:0},left:{yaw:90,pitch:0},right:{yaw:-90,pitch:0},top:{yaw:0,pitch:89.99},bottom:{yaw:0,pitch:-89.99}},Sc=1.12,Kw=8,ef=.85,Wg=2.3,wc=class{constructor(e,t,n,i){this.boxes=t;this.front=n;this.studio=i;this.renderer=new Ql({canvas:e,...Jd}),this.camera=this.cameras.perspective,this.renderer.toneMapping=Lo,this.renderer.toneMappingExposure=1,this.renderer.autoClear=!1,this.box=t.rest.isEmpty()?new yt(new S(-1,0,-1),new S(1,2,1)):t.rest,this.size=Math.max(...this.box.getSize(new S).toArray(),1e-6),this.light(),this.grid=this.ground(),this.axes=new Co(this.size*.4),this.overlay.add(this.axes),this.controls=new xc(this.camera,e),this.controls.enableDamping=!1,this.controls.autoRotateSpeed=3,this.controls.minDistance=this.size*.05,this.controls.maxDistance=this.size*20,this.controls.addEventListener("change",()=>this.draw()),this.controls.addEventListener("start",()=>this.framed=!1),this.frame(),new ResizeObserver(()=>this.resize()).observe(e.parentElement),e.addEventListener("keydown",r=>this.orbit(r)),this.resize()}boxes;front;studio;scene=new Tr;overlay=new Tr;camera;renderer;controls;box;size;beforeFrame=[];afterFrame=[];divide=null;hemisphere=new Lr(16317439,10721936,Wg);lamps=[];cameras={perspective:new xt(Mc,1,.01,100),orthographic:new Sn};carried=new Mt;high=1;view=Gg;studioLight=null;grid;axes;covered={left:0,right:0,top:0,bottom:0};framed=!1;pending=0;last=0;light(){this.scene.add(this.hemisphere),this.overlay.add(new Lr(16777215,10721936,2.6));let e=new ts(16777215,1.4);e.position.set(.4,1,.8),this.overlay.add(e);for(let{direction:t,colour:n,power:i}of this.studio.lamps){let r=new ts(n,i);r.position.set(...t),this.carried.add(r,r.target),this.lamps.push([r,i])}this.camera.add(this.carried);for(let t of Object.values(this.cameras))t.layers.enable(tf),this.scene.add(t)}ground(){let e=10**Math.floor(Math.log10(this.size/2)),t=Math.min(40,Math.max(10,2*Math.ceil(this.size*1.5/e))),n=new Ro(t*e,t);n.position.y=this.box.min.y-this.size*.001;let i=this.box.getCenter(new S);return n.position.x=Math.round(i.x/e)*e,n.position.z=Math.round(i.z/e)*e,n.material.transparent=!0,n.material.depthWrite=!1,this.scene.add(n),n}show(e,t,n){this.grid.visible=e,this.axes.visible=t,n&&(this.studioLight??=Vg(this.renderer,this.studio,this.front)),this.scene.environment=n?this.studioLight:null,this.hemisphere.intensity=n?0:Wg;for(let[i,r]of this.lamps)i.intensity=r*(n?1:this.studio.alone);this.draw()}orbit(e){let n={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[e.key],i={"+":ef,"=":ef,"-":1/ef}[e.key];if(!n&&!i)return;e.preventDefault();let r=new ns().setFromVector3(this.camera.position.clone().sub(this.controls.target)),o=Kw*Math.PI/180;r.theta+=(n?.[0]??0)*o,r.phi+=(n?.[1]??0)*o,this.isOrthographic?this.cameras.orthographic.zoom/=i??1:r.radius*=i??1,this.framed=!1,this.camera.position.copy(this.controls.target).add(new S().setFromSpherical(r.makeSafe())),this.moved()}colour(e,t){this.scene.background=new le(e);let n=this.grid.material;n.vertexColors=!1,n.color.set(t),n.opacity=.55,n.needsUpdate=!0,this.draw()}frame(){this.view=Gg,this.frameAll()}frameAll(){let e=(this.front+this.view.yaw)*Math.PI/180,t=this.view.pitch*Math.PI/180,n=new S(Math.sin(e)*Math.cos(t),Math.sin(t),Math.cos(e)*Math.cos(t));this.fit(this.boxes.moving.isEmpty()?this.box:this.boxes.moving,n),this.framed=!0}preset(e){this.endLens();let t=this.framed,{target:n}=this.controls,[i,r]=[n.clone(),this.camera.position.distanceTo(n)],{high:o}=this,{zoom:a}=this.cameras.orthographic;if(this.view=nf[e],this.frameAll(),t)return;let l=this.camera.position.clone().sub(n).setLength(r);n.copy(i),this.high=o,this.cameras.orthographic.zoom=a,this.camera.position.copy(i).add(l),this.framed=!1,this.moved()}frameBox(e){this.fit(e,this.camera.position.clone().sub(this.controls.target).normalize()),this.framed=!1}fit(e,t){this.endLens();let n=e.getCenter(new S),i=e.getSize(new S).multiplyScalar(.5);this.camera.position.copy(n).add(t),this.camera.lookAt(n),this.camera.updateMatrixWorld();let{distance:r,high:o}=this.needed(i);this.high=o*Sc,this.cameras.orthographic.zoom=1,this.controls.target.copy(n);let a=this.isOrthographic?Math.max(r,2*this.size):r;this.camera.position.copy(n).addScaledVector(t,a*Sc);for(let l of Object.values(this.cameras))l.near=a*Sc/200,l.far=Math.max(a,this.size)*Sc*60;this.moved()}moved(){this.controls.update(),this.aim(0,Math.max(1,this.renderer.domElement.clientWidth)),this.draw()}get isOrthographic(){return this.camera===this.cameras.orthographic}set isOrthographic(e){if(e===this.isOrthographic)return;this.endLens();let{perspective:t,orthographic:n}=this.cameras,{target:i}=this.controls,r=2*Math.tan(Mc*Math.PI/360),o=this.camera.position.clone().sub(i);e?(this.high=o.length()*r,n.zoom=1,o.setLength(Math.max(o.length(),2*this.size))):o.setLength(this.high/n.zoom/r),this.use(e?n:t),this.camera.position.copy(i).add(o),this.moved()}use(e){this.camera=e,e.add(this.carried),this.controls.object=e;for(let t of this.onCamera)t(e)}onCamera=[];lookThrough(e){this.framed=!1;let t=new S().setFromMatrixPosition(e.matrixWorld),n=new S(0,0,-1).transformDirection(e.matrixWorld),i=Math.max(n.dot(this.box.getCenter(new S).sub(t)),this.size*.1),r=e instanceof Sn;this.isOrthographic=r,this.controls.target.copy(t).addScaledVector(n,i),this.camera.position.copy(t),r?(this.high=(e.top-e.bottom)/e.zoom,this.cameras.orthographic.zoom=1):e instanceof xt&&(this.cameras.perspective.fov=e.fov),this.camera.near=Math.min(this.camera.near,i/200),this.moved()}endLens(){this.cameras.perspective.fov=Mc}cover(e){this.covered=e,this.resize()}needed(e){let t=Math.tan(Mc*Math.PI/360),{top:n,bottom:i}=this.covered,{clientHeight:r}=this.renderer.domElement,o=t*this.freeWidth()/Math.max(1,r),a=t*Jw(n+i,r),l=this.camera.quaternion.clone().invert(),[c,h]=[1e-6,1e-6];for(let u=0;u<8;u++){let d=new S(u&1?e.x:-e.x,u&2?e.y:-e.y,u&4?e.z:-e.z).applyQuaternion(l);c=Math.max(c,Math.abs(d.x)/o+d.z,Math.abs(d.y)/a+d.z),h=Math.max(h,2*t*Math.abs(d.x)/o,2*t*Math.abs(d.y)/a)}return{distance:c,high:h}}setCamera(e){this.framed=!1,this.isOrthographic=e.high!==void 0,this.high=e.high??this.high,this.controls.target.fromArray(e.target),this.camera.position.fromArray(e.position),this.moved()}cameraPosition(){let e={position:this.camera.position.toArray(),target:this.controls.target.toArray()};return this.isOrthographic?{...e,high:this.high/this.cameras.orthographic.zoom}:e}resize(e=1){let t=this.renderer.domElement.parentElement,[n,i]=[Math.max(1,t.clientWidth),Math.max(1,t.clientHeight)];this.renderer.setPixelRatio(Math.min(window.devicePixelRatio,2)*e),this.renderer.setSize(n,i),this.aim(0,n),this.framed&&!this.controls.autoRotate&&this.frameAll(),this.draw()}draw(){this.pending||(this.pending=requestAnimationFrame(e=>this.run(e)))}run(e){this.pending=0;let t=this.last?Math.min((e-this.last)/1e3,.25):0,n=!1;for(let i of this.beforeFrame)n=i(t)||n;this.controls.autoRotate&&(n=this.controls.update(t)||n),this.last=n?e:0,this.render();for(let i of this.afterFrame)i();n&&this.draw()}render(){let{clientWidth:e,clientHeight:t}=this.renderer.domElement,{cut:n,viewports:i}=this.division();this.renderer.setScissorTest(i.length>1);for(let{left:o,right:a,show:l}of i)l(),n?this.aim(0,e):this.aim(o,a),this.renderer.setViewport(n?0:o,0,n?e:a-o,t),this.renderer.setScissor(o,0,a-o,t),this.renderer.clear(),this.renderer.render(this.scene,this.camera),this.renderer.clearDepth(),this.overlay.updateMatrixWorld(),this.renderer.render(this.overlay,this.camera);let[r]=i;r&&!n&&this.aim(r.left,r.right)}division(){let e=this.renderer.domElement.clientWidth,{left:t,right:n}=this.covered;return this.divide?.(t,e-n,e)??{cut:!0,viewports:[{left:0,right:e,show:()=>{}}]}}aim(e,t){let{clientWidth:n,clientHeight:i}=this.renderer.domElement,[r,o]=[Math.max(1,t-e),Math.max(1,i)],a={left:Math.max(0,this.covered.left-e),right:Math.max(0,this.covered.right-(n-t))},{top:l,bottom:c}=this.covered;this.camera instanceof xt?this.camera.aspect=r/o:(this.camera.top=this.high/2,this.camera.right=this.camera.top*r/o,[this.camera.bottom,this.camera.left]=[-this.camera.top,-this.camera.right]),this.camera.setViewOffset(r,o,(a.right-a.left)/2,(c-l)/2,r,o)}freeWidth(){let{cut:e,viewports:t}=this.division(),n=this.renderer.domElement.clientWidth,i=Math.max(n-this.covered.left-this.covered.right,n/5);return e?i:i/t.length}toCamera(e,t){let n=this.renderer.domElement.getBoundingClientRect(),{cut:i,viewports:r}=this.division(),o=e-n.left,a=i?void 0:r.find(({left:h,right:u})=>o>=h&&o<u),[l,c]=a?[a.left,a.right]:[0,n.width];return this.aim(l,c),new Ee((o-l)/(c-l)*2-1,1-(t-n.top)/n.height*2)}toWindow(e){let{cut:t,viewports:n}=this.division(),{clientWidth:i,clientHeight:r}=this.renderer.domElement,[o]=n,[a,l]=t||!o?[0,i]:[o.left,o.right],c=e.clone().project(this.camera);return c.z>1||Math.abs(c.x)>1||Math.abs(c.y)>1?null:{x:a+(c.x+1)/2*(l-a),y:(1-c.y)/2*r}}async picture({scale:e=1,transparent:t=!1}={}){let{background:n}=this.scene,i=this.grid.visible;t&&([this.scene.background,this.grid.visible]=[null,!1]),e!==1&&this.resize(e),this.render();let r=new Promise((o,a)=>this.renderer.domElement.toBlob(l=>l?o(l):a(new Error("the browser returned no image")),"image/png"));return[this.scene.background,this.grid.visible]=[n,i],e!==1&&this.resize(),this.draw(),r}};function Jw(s,e){return Math.max(.2,1-s/Math.max(1,e))}var qg=3,Ec=256;function sf(s){let e=new Uint8Array(Ec*4);for(let n=0;n<Ec;n++){let i=rf(s,(n+.5)/Ec).convertLinearToSRGB();e.set([i.r*255+.5,i.g*255+.5,i.b*255+.5,255],n*4)}let t=new ti(e,Ec,1);return t.colorSpace=vt,t.wrapS=t.wrapT=_n,t.minFilter=t.magFilter=bt,t.channel=qg,t.needsUpdate=!0,t}function rf(s,e){let t=s.findIndex(([c])=>c>=e),[n,i]=s[t<0?s.length-1:t]??[1,"#ffffff"],[r,o]=s[Math.max(0,(t<0?s.length:t)-1)]??[0,"#000000"],a=n>r?(e-r)/(n-r):0;return new le().setStyle(o,vt).lerp(new le().setStyle(i,vt),Math.min(1,Math.max(0,a)))}var Ws=new bn({color:new le().setRGB(.45,.47,.5,Ct),side:nt});function Ac(s){return new bn({map:sf(s),side:nt})}function Yg(s,e){let{mesh:t}=s;if(!(t instanceof Pt))return!1;let n=t.geometry,i=new Set(t.skeleton.bones.flatMap((l,c)=>l===e?[c]:[])),r=n.getAttribute("position").count,o=Zg(n),a=Kg(n);for(let l=0;l<r;l++){let c=0;for(let[h,u]of a)for(let d=0;d<4;d++)i.has(h.getComponent(l,d))&&(c+=u.getComponent(l,d));o.setX(l,c)}return o.needsUpdate=!0,!0}function Xs(s,e){let t=new Map;for(let[n,i]of Kg(s.geometry))for(let r=0;r<4;r++){let o=s.skeleton.bones[n.getComponent(e,r)],a=i.getComponent(e,r);o&&a>0&&t.set(o,(t.get(o)??0)+a)}return Array.from(t,([n,i])=>({joint:n,weight:i})).sort((n,i)=>i.weight-n.weight)}function jg(s,e){if(!(s instanceof Pt))return null;let t=s.geometry.getAttribute("position").count,n=new Qe(new Float32Array(t*3),3);for(let i=0;i<t;i++){let[r]=Xs(s,i),o=r?e(r.joint):Qw;n.setXYZ(i,o.r,o.g,o.b)}return n}var Qw=new le().setRGB(.45,.47,.5,Ct);function $g(s,e){let t=Zg(s.mesh.geometry);e.forEach((n,i)=>t.setX(i,n)),t.needsUpdate=!0}function Zg(s){let e=`uv${qg}`,t=s.getAttribute(e);if(t)return t;let n=new Qe(new Float32Array(s.getAttribute("position").count*2).fill(.5),2);return s.setAttribute(e,n),n}function Kg(s){let e=r=>s.getAttribute(r),t=[],n=e("skinIndex"),i=e("skinWeight");n&&i&&t.push([n,i]);for(let r=1;;r++){let o=e(`joints_${r}`),a=e(`weights_${r}`);if(!o||!a)return t;t.push([o,a])}}var Rc=class{positions=new Float32Array(9*1024);normals=new Float32Array(9*1024);weights=new Float32Array(6*1024);count=0;grow(){3*this.count+9<=this.positions.length||(this.positions=of(this.positions),this.normals=of(this.normals),this.weights=of(this.weights))}};function of(s){let e=new Float32Array(s.length*2);return e.set(s),e}var eT=1e-7,Jg=Array.from({length:32},(s,e)=>new Uint8Array(tT(e&15,e>15).flat(2)));function Qg(s){let e=t=>(s>>t&1)===1;return[[0,1,2,3].filter(e),[0,1,2,3].filter(t=>!e(t))]}function tT(s,e){let[t,n]=Qg(s),i=[...t,...n],r=i.flatMap((d,f)=>i.slice(f+1).filter(m=>d>m)).length,[o=0,a=0]=t,[l=0,c=0]=n,u={1:[n.map(d=>[o,d])],2:e?[[[o,c],[a,c],[a,l]],[[o,c],[a,l],[o,l]]]:[[[o,l],[o,c],[a,c]],[[o,l],[a,c],[a,l]]],3:[t.map(d=>[d,l])]}[t.length]??[];return r%2?u.map(d=>[...d].reverse()):u}var nT=Jg.map((s,e)=>s.length>6?Qg(e&15).flat():null);function iT([s=0,e=0,t=0,n=0],i,r){let o=(a,l)=>i[r+a]>i[r+l];return o(s,e)!==o(t,n)}var af=[0,1,2].map(()=>({low:0,high:0,from:0,to:0,share:0}));function e0(s,e,t,n,i=null){let{vertices:r,solid:o,normals:a}=s,{sides:l}=e,c=l.some(h=>h<0)?0:Number.MIN_VALUE;for(let h of o){let u=4*h,d=sT(r,u,l,c);for(let f=0;f<d.length;f+=6){for(let m=0;m<3;m++)rT(af[m],u+d[f+2*m],u+d[f+2*m+1],r,l);if(oT(af)){n.grow();for(let m of af)aT(m,e.flat,a,t,i,n)}}}}function sT(s,e,t,n){let i=0;for(let o=0;o<4;o++)t[s[e+o]]>=n&&(i|=1<<o);let r=nT[i];return Jg[r&&iT(r,s,e)?i+16:i]}function rT(s,e,t,n,i){let r=n[e]<n[t];[s.from,s.to]=r?[e,t]:[t,e],[s.low,s.high]=[n[s.from],n[s.to]];let[o,a]=[i[s.low],i[s.high]];a===0?[s.low,s.from]=[s.high,s.to]:o===0&&([s.high,s.to]=[s.low,s.from]),s.share=a===0||o===0?0:o/(o-a)}function oT([s,e,t]){return lf(s,e)&&lf(e,t)&&lf(t,s)}function lf(s,e){return s.low!==e.low||s.high!==e.high}function aT({low:s,high:e,from:t,to:n,share:i},r,o,a,l,c){let h=3*c.count;for(let d=0;d<3;d++){let f=r[3*s+d];c.positions[h+d]=f+i*(r[3*e+d]-f);let m=a[d],y=0;for(let p=0;o&&p<4;p++){let g=o[4*t+p];y+=m[p]*(g+i*(o[4*n+p]-g))}c.normals[h+d]=y}let u=l?l[s]+i*(l[e]-l[s]):0;c.weights[2*c.count]=c.weights[2*c.count+1]=u,c.count++}function t0(s,e){let t=new Uint32Array(e.length/4),n=0;for(let i=0;i<t.length;i++)lT(s,e,4*i)&&(t[n++]=i);return t.subarray(0,n)}var cf=new Float64Array(12);function lT(s,e,t){let n=4*e[t],i=0;for(let f=0;f<12;f++){let m=e[t+1+(f>>2)],y=s[4*m+(f&3)]-s[n+(f&3)];cf[f]=y,i=Math.max(i,Math.abs(y))}let r=i>0?1/(i*i):1,[o,a,l]=[Yr(0,0)*r,Yr(1,1)*r,Yr(2,2)*r],[c,h,u]=[Yr(0,1)*r,Yr(0,2)*r,Yr(1,2)*r],d=o*(a*l-u*u)-c*(c*l-u*h)+h*(c*u-a*h);return Math.sqrt(Math.abs(d))>eT}function Yr(s,e){let t=0;for(let n=0;n<4;n++)t+=cf[4*s+n]*cf[4*e+n];return t}function hf(s,e){let t=Math.hypot(...s);if(!(t>0)||!Number.isFinite(t))return null;let n=s.map(o=>o/t),i=[0,1,2,3].sort((o,a)=>Math.abs(n[o]??0)-Math.abs(n[a]??0)||o-a),r=[];for(let o of i.slice(0,3).sort()){let a=[0,1,2,3].map(c=>c===o?1:0);for(let c of[n,...r]){let h=cT(a,c);a=a.map((u,d)=>u-h*(c[d]??0))}let l=Math.hypot(...a);r.push(a.map(c=>c/l))}return i0([...r,n])<0&&(r[2]=(r[2]??[]).map(o=>-o)),{normal:n,offset:e,basis:r}}function n0({normal:s,offset:e,basis:t},n){let i=r=>[0,1,2,3].map(o=>r.reduce((a,l,c)=>a+l*(n[4*c+o]??0),0));return{normal:i(s),offset:e,basis:t.map(i)}}function uf(s,{normal:e,offset:t,basis:n}){let i=s.length/4,r=new Float64Array(i*3),o=new Float64Array(i),a=Math.abs(t);for(let l of s)a=Math.max(a,Math.abs(l));return[...n,e].forEach((l,c)=>{let[h=0,u=0,d=0,f=0]=l;for(let m=0,y=0;m<i;m++,y+=4){let p=h*s[y]+u*s[y+1]+d*s[y+2]+f*s[y+3];c<3?r[3*m+c]=p:o[m]=Math.abs(p-t)<=1e-12*a?0:p-t}}),{flat:r,sides:o}}function df({flat:s,sides:e},t){return t===null?s:s.map((n,i)=>n*ff(e[Math.floor(i/3)]??0,t))}function ff(s,e){return e/Math.max(e-s,e*.05)}function cT(s,e){return s.reduce((t,n,i)=>t+n*(e[i]??0),0)}function i0(s){if(s.length===1)return s[0]?.[0]??0;let[e=[],...t]=s;return e.reduce((n,i,r)=>{let o=t.map(a=>a.filter((l,c)=>c!==r));return n+(r%2?-i:i)*i0(o)},0)}var Cc=class{constructor(e,t,n){this.data=e;this.clips=t;this.bytes=n;this.start={locals:e.locals,moved:[],weights:new Map}}data;clips;bytes;start;at(e,t){let n=e===null?null:this.data.clips[e]??null;if(!n)return this.start;let i=this.clips[e]?.seconds||1,r=Math.min(Math.max(t/i,0),1)*(n.frames-1),o=[...this.data.locals],a=this.between(n.locals,n.nodes.length*20,n.frames,r);n.nodes.forEach((c,h)=>o[c]=a.slice(20*h,20*(h+1)));let l=n.blends.map(({node:c,shapes:h,values:u})=>[c,this.between(u,h,n.frames,r)]);return{locals:o,moved:n.nodes,weights:new Map(l)}}between(e,t,n,i){let r=new Float32Array(this.bytes,e,t*n),o=Math.min(Math.floor(i),n-1),a=i-o,l=Math.min(o+1,n-1)*t;return Array.from({length:t},(c,h)=>{let u=r[o*t+h];return u+a*(r[l+h]-u)})}};var qs=["x","y","z","w"],fi=["xy","xz","yz","xw","yw","zw"];function jr(s){if(!s.trim())return[];let e=s.split(",").map(t=>hT(t.trim()));return e.every(t=>t!==null)?e:null}function hT(s){let[,e,t,n]=/^([xyzw])([xyzw]):([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)$/i.exec(s)??[],i=Number(n);if(!e||!t||!Number.isFinite(i))return null;let r=fi.find(a=>a===e.toLowerCase()+t.toLowerCase());if(r)return[r,i];let o=fi.find(a=>a===t.toLowerCase()+e.toLowerCase());return o?[o,-i]:null}function hs(s){return s.filter(([,e])=>e!==0).map(([e,t])=>`${e}:${Number(t.toFixed(3))}`).join(",")}function Xo(s,e){return s.filter(([t])=>t===e).at(-1)?.[1]??0}function qo(s,e,t){let n=s.map(([i])=>i).lastIndexOf(e);return n<0?[...s,[e,t]]:s.map((i,r)=>r===n?[e,t]:i)}function s0(s){return s-360*Math.round(s/360)}function Pc(s){let e=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1];for(let[t,n]of s)e=uT(e,t,n);return e}function uT(s,e,t){let[n,i]=[qs.indexOf(e[0]),qs.indexOf(e[1])],[r,o]=dT(t),a=[...s];for(let l=0;l<4;l++){let[c,h]=[s[4*n+l]??0,s[4*i+l]??0];a[4*n+l]=r*c-o*h,a[4*i+l]=o*c+r*h}return a}function dT(s){let e=Math.round(s/90),t=(s-90*e)*Math.PI/180,[n,i]=[Math.cos(t),Math.sin(t)];return[[n,i],[-i,n],[-n,-i],[i,-n]][(e%4+4)%4]??[n,i]}var Lc=class{constructor(e,t){this.data=e;this.bytes=t;this.rest=new Float64Array(t,e.positions,e.vertices*4),this.points=this.rest.slice(),this.edges=new Uint32Array(t,e.edges,e.edgeCount*2),this.restNormals=e.parts.map(n=>fT(n,t)),this.parts=e.parts.map(({simplexes:n,count:i},r)=>({vertices:new Uint32Array(t,n,i*4),solid:new Uint32Array,normals:this.restNormals[r]?.slice()??null}))}data;bytes;points;edges;parts;rest;restNormals;pose(e,t){let{data:n,bytes:i}=this,r=this.rest.slice();n.shapes.forEach((l,c)=>{let h=t(c)??n.weights[c]??0;if(l===null||!h)return;let u=new Float64Array(i,l,r.length);for(let d=0;d<r.length;d++)r[d]=(r[d]??0)+h*(u[d]??0)});let o=n.palette.map(({node:l,bind:c})=>{let h=e[l]??us;return c?pf(h,c):h}),a=this.matrices(o);for(let l=0;l<n.vertices;l++)r0(r,4*l,a(l),this.points,1);this.parts.forEach((l,c)=>{l.solid=t0(this.points,l.vertices);let h=this.restNormals[c];if(!(!h||!l.normals))for(let u=0;u<l.vertices.length;u++)r0(h,4*u,a(l.vertices[u]??0),l.normals,0)})}matrices(e){let{influences:t,vertices:n}=this.data,[i=us]=e;if(!t)return()=>i;let r=new Uint32Array(this.bytes,t.offsets,n+1),o=new Uint32Array(this.bytes,t.matrices,t.count),a=new Float64Array(this.bytes,t.weights,t.count),l=new Array(20);return c=>{l.fill(0);for(let h=r[c]??0;h<(r[c+1]??0);h++){let u=e[o[h]??0]??us;for(let d=0;d<20;d++)l[d]=l[d]+a[h]*u[d]}return l}}weightsOf(e){let{influences:t,palette:n,vertices:i}=this.data;if(!t)return null;let r=new Uint32Array(this.bytes,t.offsets,i+1),o=new Uint32Array(this.bytes,t.matrices,t.count),a=new Float64Array(this.bytes,t.weights,t.count);return new Float64Array(i).map((l,c)=>{let h=0;for(let u=r[c]??0;u<(r[c+1]??0);u++)n[o[u]??0]?.node===e&&(h+=a[u]??0);return h})}};function fT({normals:s,count:e},t){if(!s)return null;let n=new Float32Array(t,s.values,s.count*4),i=new Uint32Array(t,s.indices,e*4),r=new Float32Array(e*16);return i.forEach((o,a)=>r.set(n.subarray(4*o,4*o+4),4*a)),r}function r0(s,e,t,n,i){for(let r=0;r<4;r++){let o=i*t[5*r+4];for(let a=0;a<4;a++)o+=t[5*r+a]*s[e+a];n[e+r]=o}}var us=[1,0,0,0,0,0,1,0,0,0,0,0,1,0,0,0,0,0,1,0];function pf(s,e){return Array.from({length:20},(t,n)=>{let[i,r]=[Math.floor(n/5),n%5],o=qs.reduce((a,l,c)=>a+(s[5*i+c]??0)*(e[5*c+r]??0),0);return r===4?o+(s[5*i+4]??0):o})}function mf(s,e){let t=qs.map((o,a)=>Math.hypot(...qs.map((l,c)=>s[5*c+a]??0))||1),n=s.map((o,a)=>a%5<4?o/(t[a%5]??1):o),i=Pc(e);return pf(n,qs.flatMap((o,a)=>[...i.slice(4*a,4*a+4),0])).map((o,a)=>a%5<4?o*(t[a%5]??1):o)}function o0(s,e,t,n){let i=[];for(let r of e){let o=s[r]??us,a=n.get(r),l=a?mf(o,a):o,c=t[r]??-1;i[r]=c<0?l:pf(i[c]??us,l)}return i}var gf=["slice","orthographic","perspective"],Ys=[0,0,0,1],pT=64;function l0(){return{turns:[],spin:[],mode:"slice",normal:[...Ys],offset:0,distance:null,joints:new Map}}function c0(s,e){let t=n=>String(Number(n.toPrecision(6)));e("rotate",hs(s.turns)),e("spin",s.spin.join(",")),e("mode",s.mode,"slice"),e("normal",s.normal.map(t).join(","),Ys.join(",")),e("w",t(s.offset),"0"),e("distance",s.distance===null?"":t(s.distance)),e("planes",Array.from(s.joints,([n,i])=>`${n}=${hs(i)}`).join(";"))}function h0(s,e,t){let n=o=>{let a=Number(s.get(o)||NaN);return Number.isFinite(a)?a:null};e.turns=a0(s.get("rotate"))??e.turns;let i=(s.get("spin")??"").split(",");e.spin=fi.filter(o=>i.includes(o)),e.mode=gf.find(o=>o===s.get("mode"))??e.mode,e.normal=_f(s.get("normal")??"")??e.normal,e.offset=n("w")??e.offset;let r=n("distance");e.distance=r!==null&&r>0?r:null;for(let o of(s.get("planes")??"").split(";")){let[,a,l]=/^(\d{1,9})=(.+)$/.exec(o)??[],c=a0(l);c?.length&&Number(a)<t&&e.joints.set(Number(a),c)}}function a0(s){let e=s?jr(s):null;return e&&e.length<=pT?e:null}function _f(s){let e=s.split(",").map(n=>n.trim()?Number(n):NaN);return e.length===4&&e.every(Number.isFinite)&&e.some(n=>n!==0)?e:null}var kn=10,Ic=128,gT=1.9,u0={position:3,normal:3,uv3:2},_T=Array.from({length:kn},(s,e)=>2*Math.PI*e/kn).map(s=>[Math.cos(s),Math.sin(s)]),Nc=class{constructor(e,t){this.edges=e;this.shades=Array.from({length:Ic},(i,r)=>rf(t,r/(Ic-1))),this.ends=new Uint32Array(new Set(e));let n=new xn({roughness:.45,metalness:0,map:sf(t)});this.tube=new se(yT(e.length/2),n),this.balls=new ni(new Un(1,16,12),new xn({roughness:.45,metalness:0}),Math.max(1,this.ends.length)),this.balls.count=this.ends.length,this.balls.instanceMatrix.setUsage(jn);for(let i of[this.tube,this.balls])i.frustumCulled=!1,this.group.add(i)}edges;group=new Mt;tube;balls;shades;ends;set layer(e){for(let t of[this.tube,this.balls])t.layers.set(e)}update(e){this.updateTubes(e);let t=new Se;this.ends.forEach((n,i)=>{let r=(e.radii[n]??0)*gT;t.makeScale(r,r,r).setPosition(Dc(e,n)),this.balls.setMatrixAt(i,t),this.balls.setColorAt(i,this.shade(e,n))}),this.balls.instanceMatrix.needsUpdate=!0,this.balls.instanceColor&&(this.balls.instanceColor.needsUpdate=!0)}shade({shares:e},t){let n=Math.round((e[t]??0)*(Ic-1));return this.shades[Math.min(Ic-1,Math.max(0,n))]}updateTubes(e){let[t,n,i]=Object.keys(u0).map(h=>this.tube.geometry.getAttribute(h)),[r,o,a,l,c]=Array.from({length:5},()=>new S);for(let h=0;h<this.edges.length/2;h++){let u=[this.edges[2*h]??0,this.edges[2*h+1]??0];r.subVectors(Dc(e,u[1]),Dc(e,u[0])).normalize();let[d,f,m]=r.toArray().map(Math.abs);o.set(d<=f&&d<=m?1:0,f<d&&f<=m?1:0,m<d&&m<f?1:0).cross(r).normalize(),a.crossVectors(r,o),u.forEach((y,p)=>{_T.forEach(([g,v],T)=>{let x=(2*h+p)*kn+T;l.copy(o).multiplyScalar(g).addScaledVector(a,v),c.copy(Dc(e,y)).addScaledVector(l,e.radii[y]??0),t?.setXYZ(x,c.x,c.y,c.z),n?.setXYZ(x,l.x,l.y,l.z),i?.setXY(x,e.shares[y]??0,.5)})})}for(let h of[t,n,i])h&&(h.needsUpdate=!0)}};function Dc({points:s},e){return new S(s[3*e],s[3*e+1],s[3*e+2])}function yT(s){let e=new Ze;for(let[n,i]of Object.entries(u0))e.setAttribute(n,new Qe(new Float32Array(s*2*kn*i),i).setUsage(jn));let t=new Uint32Array(s*kn*6);for(let n=0;n<s;n++)for(let i=0;i<kn;i++){let r=n*2*kn,o=(i+1)%kn;t.set([r+i,r+o,r+kn+i,r+o,r+kn+o,r+kn+i],(n*kn+i)*6)}return e.setIndex(new Qe(t,1)),e}var vT=.35,Oc=class{constructor(e,t,n){this.data=e;this.page=t;this.motion=new Cc(e,t.clips,n),this.moment=this.motion.at(null,0),this.heat=Ac(t.weightScale),this.heat.flatShading=!0,this.drawn=e.bodies.map(i=>this.draw(new Lc(i,n)))}data;page;group=new Mt;extent=[0,0];triangles=0;drawn;normals=new Qi({side:nt,flatShading:!0});heat;motion;moment;world=[];draw(e){let t=e.parts.map((i,r)=>{let{colour:o,metallic:a,roughness:l}=e.data.parts[r],[c=1,h=1,u=1,d=1]=o,f=new xn({metalness:a,roughness:l,side:nt,flatShading:!i.normals,transparent:d<1,opacity:d});f.color=new le().setRGB(c,h,u,Ct);let m=new se(new Ze,f);return m.frustumCulled=!1,this.group.add(m),{mesh:m,own:f,tetrahedra:i,corners:new Rc}}),n=e.edges.length?new Nc(e.edges,this.data.scale):null;return n&&this.group.add(n.group),{body:e,parts:t,tubes:n}}pose({four:e,weights:t,clip:n,time:i}){this.moment=this.motion.at(n,i),this.world=o0(this.moment.locals,this.data.order,this.page.parents,e.joints);for(let{body:r}of this.drawn)r.pose(this.world,o=>t.get(`${r.data.node}.${o}`)??this.moment.weights.get(r.data.node)?.[o])}weightOf(e,t){return this.moment.weights.get(e)?.[t]??this.data.bodies.find(n=>n.node===e)?.weights[t]}update(e){let t=d0(e.four),n=this.drawn.map(({body:o})=>uf(o.points,t)),[i,r]=xT(n);this.extent=[i+t.offset,r+t.offset],this.triangles=0,this.drawn.forEach((o,a)=>{this.slice(o,n[a],e,t),this.wire(o,n[a],e,t.offset,[i,r])})}slice({body:e,parts:t},n,{four:i,shown:r,selected:o},{basis:a}){let l=r.heat&&o!==null,c=l?e.weightsOf(o):null,h=c?this.heat:Ws,u=r.normals?this.normals:null;for(let d of t)d.mesh.visible=i.mode==="slice"&&r.mesh,d.mesh.visible&&(d.mesh.material=(l?h:u)??d.own,d.corners.count=0,e0(d.tetrahedra,n,a,d.corners,c),this.show(d))}wire({tubes:e},t,{four:n,shown:i},r,[o,a]){if(!e)return;let l=n.mode==="slice";if(e.group.visible=i.wireframe||i.mesh&&!l,!e.group.visible)return;e.layer=l?tf:Tc;let c=this.distance(n,r),h=this.data.radius*(l?vT:1);e.update({points:df(t,c),shares:t.sides.map(u=>a>o?(u-o)/(a-o):.5),radii:t.sides.map(u=>h*(c===null?1:ff(u,c)))})}show({mesh:e,corners:t}){yf(e.geometry,"position",t.positions,3),yf(e.geometry,"normal",t.normals,3),yf(e.geometry,"uv3",t.weights,2),e.geometry.setDrawRange(0,t.count),this.triangles+=t.count/3}distance({mode:e,distance:t},n){return e==="orthographic"?null:t??this.data.distance+Math.abs(n)}nodePositions(e){let t=d0(e),n=new Float64Array(this.world.flatMap(r=>[r[4]??0,r[9]??0,r[14]??0,r[19]??0])),i=df(uf(n,t),this.distance(e,t.offset));return this.world.map((r,o)=>new S(i[3*o],i[3*o+1],i[3*o+2]))}corners(){return this.drawn.flatMap(({parts:e})=>e.flatMap(({corners:t})=>[...t.positions.subarray(0,3*t.count)]))}};function yf(s,e,t,n){let i=s.getAttribute(e);i?.array!==t?s.setAttribute(e,new Qe(t,n).setUsage(jn)):i.needsUpdate=!0}function d0({normal:s,offset:e,mode:t,turns:n}){let i=t==="slice"?e:0,r=hf(s,i)??hf(Ys,i);return n0(r,Pc(n))}function xT(s){let[e,t]=[1/0,-1/0];for(let{sides:n}of s)for(let i of n)e=Math.min(e,i),t=Math.max(t,i);return e<=t?[e,t]:[0,0]}var vf=class{constructor(e,t,n,i,r){this.data=e;this.surface=t;this.frames=n;this.seconds=i;let o=new Ze,a=t.mesh.geometry;for(let[l,c]of Object.entries(a.attributes))o.setAttribute(l,c);o.setIndex(a.index),this.positions=new Qe(new Float32Array(e.vertices*3),3),this.normals=new Qe(new Float32Array(e.vertices*3),3),o.setAttribute("position",this.positions),o.setAttribute("normal",this.normals),this.mesh=new se(o,t.mesh.material),this.mesh.frustumCulled=!1,r.add(this.mesh)}data;surface;frames;seconds;mesh;isShown=!0;positions;normals;show(e,t){let n=this.data.tracks.find(o=>o.clip===(e??-1));if(!n)return!1;let i=e===null?0:this.seconds[e]??0,r=i>0?Math.min(1,t/i)*(n.frames-1):0;return this.mix(n,Math.floor(r),r-Math.floor(r)),!0}mix(e,t,n){let i=this.data.vertices*3,r=Math.min(t+1,e.frames-1),o=new Float32Array(this.frames,e.positions,i*e.frames),a=new Int8Array(this.frames,e.normals,i*e.frames),[l,c]=[this.positions.array,this.normals.array];for(let h=0;h<i;h++){let[u,d]=[o[t*i+h]??0,o[r*i+h]??0];l[h]=u+(d-u)*n,c[h]=(a[(n<.5?t:r)*i+h]??0)/127}this.positions.needsUpdate=this.normals.needsUpdate=!0}};function f0(s,e,t,n){let i=s.clips.map(r=>r.seconds);return s.posed.flatMap(r=>{let o=e.find(a=>a.node===r.node&&a.surface===r.surface);return o?[new vf(r,o,t,i,n)]:[]})}var g0={lit:"The model",dominant:"Strongest joint",checker:"Texture coordinates",base:"Base colour",alpha:"Alpha",metallic:"Metallic",roughness:"Roughness",occlusion:"Occlusion",emissive:"Emission",normal:"Normal texture",vertex:"Vertex colours"},$r=s=>new le().setScalar(typeof s=="number"?s:1),ds=s=>s??null,p0=s=>s instanceof le?s.clone():new le(1,1,1),bT={base:s=>({map:ds(s.map),swizzle:"rgb",factor:p0(s.color),isColour:!0}),alpha:s=>({map:ds(s.map),swizzle:"aaa",factor:$r(s.opacity),isColour:!1}),metallic:s=>({map:ds(s.metalnessMap),swizzle:"bbb",factor:$r(s.metalness??0),isColour:!1}),roughness:s=>({map:ds(s.roughnessMap),swizzle:"ggg",factor:$r(s.roughness),isColour:!1}),occlusion:s=>({map:ds(s.aoMap),swizzle:"rrr",factor:$r(1),isColour:!1}),emissive:s=>({map:ds(s.emissiveMap),swizzle:"rgb",factor:s.emissive instanceof le?p0(s.emissive):$r(0),isColour:!0}),normal:s=>({map:ds(s.normalMap),swizzle:"rgb",factor:ds(s.normalMap)?$r(1):new le(.5,.5,1),isColour:!1})},Uc=8,m0=1024,Fc=class{made=new Map;checker=null;vertexColours=new ht({vertexColors:!0,side:nt,toneMapped:!1});none=new ht({color:"#767a82",side:nt,toneMapped:!1});of(e,t,n){let{geometry:i}=t;if(e==="vertex")return i.hasAttribute("color")?this.vertexColours:this.none;if(e==="checker")return i.hasAttribute("uv")?this.checker??=ST():this.none;let[r]=[n].flat(),o=r&&bT[e]?.(r);if(!r||!o)return this.none;let a=`${e} ${r.uuid}`,l=this.made.get(a);return l||this.made.set(a,l=MT(o,r)),l}};function MT({map:s,swizzle:e,factor:t,isColour:n},i){let r=new ht({map:s??null,side:i.side,toneMapped:!1});return r.color.copy(t),i.alphaTest&&(r.alphaTest=i.alphaTest),r.onBeforeCompile=o=>{let a=s?`diffuseColor.rgb = texture2D( map, vMapUv ).${e} * diffuse;`:"diffuseColor.rgb = diffuse;";o.fragmentShader=o.fragmentShader.replace("#include <map_fragment>",a),n||(o.fragmentShader=o.fragmentShader.replace("#include <colorspace_fragment>",""))},r.customProgramCacheKey=()=>`${e} ${n} ${!!s}`,r}function ST(){let s=document.createElement("canvas");s.width=s.height=m0;let e=s.getContext("2d"),t=m0/Uc;for(let i=0;i<Uc;i++)for(let r=0;r<Uc&&e;r++){let o=(i+r)%2?82:58;e.fillStyle=`hsl(${r*360/Uc} 45% ${o-i*2}%)`,e.fillRect(r*t,i*t,t,t),e.fillStyle="#1b1e24",e.font=`600 ${t*.36}px sans-serif`,e.textAlign="center",e.textBaseline="middle",e.fillText(`${"ABCDEFGH"[r]}${i+1}`,(r+.5)*t,(i+.5)*t)}let n=new xo(s);return n.colorSpace=vt,n.wrapS=n.wrapT=ei,n.flipY=!1,n.anisotropy=8,new ht({map:n,side:nt,toneMapped:!1})}var Bc=class{constructor(e,t){this.data=e;this.model=t;this.isCharacter=e.firstPerson!==null,this.flags=new Map(e.firstPerson??[])}data;model;flags;indices=new Map;isCharacter;sees(e,t){if(!this.isCharacter)return!0;let n=this.flags.get(e.node)??"auto";return n==="auto"&&this.cut(e.mesh,t),n!==(t?"thirdPersonOnly":"firstPersonOnly")}cut(e,t){let n=this.indices.get(e);!n&&!t||(n||this.indices.set(e,n={whole:e.geometry.index,headless:this.headless(e)}),e.geometry.setIndex(t?n.headless:n.whole))}headless(e){let{geometry:t}=e,n=this.model.nodes[this.data.humanoid.head??-1],i=h=>{for(let u=h;u;u=u.parent)if(u===n)return!0;return!1};if(!n)return t.index;if(!(e instanceof Pt))return i(e)?new $i([],1):t.index;let r=new Map(e.skeleton.bones.map(h=>[h,i(h)])),o=t.getAttribute("position").count,a=Array.from({length:o},(h,u)=>Xs(e,u).some(({joint:d})=>r.get(d))),l=t.index?Array.from(t.index.array):Array.from({length:o},(h,u)=>u),c=[];for(let h=0;h+2<l.length;h+=3){let u=l.slice(h,h+3);u.some(d=>a[d])||c.push(...u)}return new $i(c,1)}};var wT=.25,kc=class{constructor(e,t,n,i){this.model=t;this.posed=n;this.heat=Ac(e.weightScale);for(let{node:r,surface:o,values:a,count:l}of e.distances?.surfaces??[])this.distances.set(`${r}.${o}`,new Float32Array(i,a,l));this.firstPerson=new Bc(e,t);for(let r of t.surfaces)r.mesh.frustumCulled=!1,this.own.set(r.mesh,r.mesh.material),this.prepare(r.mesh.material);for(let r of[this.heat,this.normals,this.flatNormals,this.dominant,Ws])_0(r)}model;posed;heat;normals=new Qi({side:nt});flatNormals=new Qi({side:nt,flatShading:!0});wire=new ht({wireframe:!0,transparent:!0,opacity:.5});own=new Map;wires=new Map;varied=new Map;channels=new Fc;dominant=new bn({vertexColors:!0,side:nt});colours=new Map;firstPerson;metalness=new Map;distances=new Map;prepare(e){for(let t of[e].flat())_0(t),t instanceof xn&&this.metalness.set(t,t.metalness)}set variant(e){for(let t of e.values())[...this.varied.values()].includes(t)||this.prepare(t);this.varied=e}set edges(e){this.wire.color.set(e)}mapped(e){return e.shown.heat&&e.selected!==null}paint(e){for(let[n,i]of this.metalness)n.metalness=e.shown.studio?i:Math.min(i,wT);let t=e.selected===null?void 0:this.model.nodes[e.selected];for(let n of this.model.surfaces){let i=this.posed.find(c=>c.surface===n),r=this.material(n,e,t),o=n.mesh.geometry.getAttribute("uv3");i&&o&&i.mesh.geometry.setAttribute("uv3",o);let a=!e.hidden.has(n.node)&&this.firstPerson.sees(n,e.firstPerson),l=i?[n.mesh,i.mesh]:[n.mesh];for(let c of l)this.colour(c,n,r===this.dominant);this.show(n.mesh,r,e,a&&!i?.isShown),i&&this.show(i.mesh,r,e,a&&i.isShown)}}material(e,t,n){let i=this.distances.get(`${e.node}.${e.surface}`);if(t.shown.distances&&i)return $g(e,i),this.heat;if(this.mapped(t))return Yg(e,n)?this.heat:Ws;let r=this.varied.get(e.mesh)??this.own.get(e.mesh)??Ws;return t.channel==="dominant"?this.dominantOf(e.mesh)?this.dominant:Ws:t.channel!=="lit"?this.channels.of(t.channel,e.mesh,r):t.shown.normals?e.mesh.geometry.hasAttribute("normal")?this.normals:this.flatNormals:r}dominantOf(e){let t=this.colours.get(e);return t||(t={own:e.geometry.getAttribute("color"),dominant:jg(e,i=>TT(this.model.nodes.indexOf(i)))},this.colours.set(e,t)),t.dominant}colour(e,t,n){let i=this.colours.get(t.mesh),r=n?i?.dominant:i?.own;!i||e.geometry.getAttribute("color")===r||(r?e.geometry.setAttribute("color",r):e.geometry.deleteAttribute("color"))}show(e,t,n,i){e.material=t,e.layers.set(i&&n.shown.mesh?Tc:Xg),this.edged(e,i&&n.shown.wireframe)}edged(e,t){let n=this.wires.get(e);!n&&t&&(n=this.twin(e),this.wires.set(e,n),e.add(n)),n&&(n.visible=t)}twin(e){let t;if(e instanceof Pt){let n=new Pt(e.geometry,this.wire);n.bind(e.skeleton,e.bindMatrix),t=n}else t=new se(e.geometry,this.wire);return e.morphTargetInfluences&&(t.morphTargetInfluences=e.morphTargetInfluences),t.frustumCulled=!1,t.renderOrder=1,t.raycast=()=>{},t}};function _0(s){s.polygonOffset=!0,s.polygonOffsetFactor=1,s.polygonOffsetUnits=1}function TT(s){let e=s*.61803398875%1;return new le().setHSL(e,.62,[.42,.58,.7][s%3]??.5)}function x0(s,e,t,n){let[i,r,o,a]=[fs(e,s),fs(t,e),fs(t,s),fs(n,s)],[l,c,h]=[Zn(i),Zn(r),Zn(a)],u=ET(i,r,o,l*c),d=Ln(a,1/Math.max(h,1e-300)),f=RT(u,o,i,d),m=v0(h,Math.abs(l-c),l+c),y=v0((l*l-c*c+m*m)/(2*Math.max(m,1e-300)),-l,l),p=Math.sqrt(Math.max(l*l-y*y,0)),g=zc(Ln(d,y),Ln(js(d,f),p)),v=fs(Ln(d,m),g),T=CT(u,f,i);return[y0(T,f,i,g),y0(T,f,r,v)]}function ET(s,e,t,n){let i=js(s,e),r=Zn(i);if(r>1e-6*n)return Ln(i,1/r);let o=Zn(t)>0?t:s,a=Ln(o,1/Math.max(Zn(o),1e-300)),l=AT(a);return Hc(fs(l,Ln(a,ps(l,a))))}function AT(s){let[e,t,n]=s.map(Math.abs),i=n>Math.max(e,t);return Hc(js([0,i?1:0,i?0:t>=e?1:-1],s))}function RT(s,e,t,n){let i=Hc(Zn(e)<=1e-6*Zn(t)?t:e),r=1+ps(i,n),o=r>1e-12?ps(s,n)/r:0,a=fs(s,Ln(zc(i,n),o));return Hc(fs(a,Ln(n,ps(a,n))))}function CT(s,e,t){let n=1+ps(s,e);return n<1e-12?xf([...t,0]):xf([...js(s,e),n])}function y0(s,e,t,n){let i=LT(s,t),r=Zn(i)*Zn(n);if(r<=1e-300)return s;let o=r+ps(i,n),a=o<=1e-12*r?[...e,0]:[...Ln(e,ps(e,js(i,n))),o];return PT(xf(a),s)}var v0=(s,e,t)=>Math.min(Math.max(s,e),t),fs=(s,e)=>[s[0]-e[0],s[1]-e[1],s[2]-e[2]],zc=(s,e)=>[s[0]+e[0],s[1]+e[1],s[2]+e[2]],Ln=(s,e)=>[s[0]*e,s[1]*e,s[2]*e],ps=(s,e)=>s[0]*e[0]+s[1]*e[1]+s[2]*e[2],Zn=s=>Math.sqrt(ps(s,s)),Hc=s=>Ln(s,1/Math.max(Zn(s),1e-300)),js=(s,e)=>[s[1]*e[2]-s[2]*e[1],s[2]*e[0]-s[0]*e[2],s[0]*e[1]-s[1]*e[0]],xf=s=>s.map(e=>e/Math.max(Math.hypot(...s),1e-300));function PT([s,e,t,n],[i,r,o,a]){return[n*i+s*a+e*o-t*r,n*r-s*o+e*a+t*i,n*o+s*r-e*i+t*a,n*a-s*i-e*r-t*o]}function LT([s,e,t,n],i){let r=Ln(js([s,e,t],i),2);return zc(zc(i,Ln(r,n)),js([s,e,t],r))}var IT={Hand:["UpperArm","LowerArm"],Foot:["UpperLeg","LowerLeg"]};function Zr(s,e){let t=l=>s.parents[l]??-1,n=[];for(let l=t(e);l>=0&&!n.includes(l);l=t(l))n.push(l);let i=Object.keys(s.humanoid).find(l=>s.humanoid[l]===e)??"",r=IT[i.slice(-4)];if(r){let[l=-1,c=-1]=r.map(h=>s.humanoid[i.slice(0,-4)+h]??-1);if(n.includes(l)&&n.includes(c))return{upper:l,lower:c,end:e}}let[o,a]=n;return o===void 0||a===void 0?null:{upper:a,lower:o,end:e}}function b0(s,e,t){let n=[s.upper,s.lower,s.end].map(c=>e[c]),[i,r,o]=n.map(c=>c&&new S().setFromMatrixPosition(c.matrixWorld).toArray());if(!i||!r||!o)return[];let[a,l]=x0(i,r,o,t.toArray());return[[s.upper,a],[s.lower,l]]}var M0={X:new S(1,0,0),Y:new S(0,1,0),Z:new S(0,0,1)};function S0(s,e){for(let t of s){let n=e[t.node],i=e[t.source];if(!n||!i)continue;let r=new be(...t.rest),o=DT(t,n,i,r);n.quaternion.copy(r.slerp(o,t.weight)),n.updateMatrixWorld(!0)}}function DT(s,e,t,n){if(s.kind==="aim")return NT(s.axis??"PositiveX",e,t,n);let i=new be(...s.sourceRest),r=i.clone().invert().multiply(t.quaternion);if(s.kind==="rotation")return n.clone().multiply(r);let o=n.clone().invert().multiply(i),a=o.clone().multiply(r).multiply(o.clone().invert()),l=M0[s.axis??"X"]??new S(1,0,0),c=w0(l,l.clone().applyQuaternion(a));return n.clone().multiply(c.invert()).multiply(a)}function NT(s,e,t,n){let i=(M0[s.slice(-1)]??new S(1,0,0)).clone().multiplyScalar(s.startsWith("Negative")?-1:1),r=OT(e),o=r.clone().multiply(n),a=new S().setFromMatrixPosition(t.matrixWorld).sub(new S().setFromMatrixPosition(e.matrixWorld)),l=w0(i.applyQuaternion(o),a);return r.invert().multiply(l).multiply(o)}function OT(s){let e=new be;for(let t=s.parent;t;t=t.parent)e.premultiply(t.quaternion);return e}function w0(s,e){return s.lengthSq()>0&&e.lengthSq()>0?new be().setFromUnitVectors(s.clone().normalize(),e.clone().normalize()):new be}var Vc=class{constructor(e,t,n,i,r,o,a){this.store=e;this.model=t;this.clips=n;this.posed=i;this.data=r;this.expressions=o;this.camera=a}store;model;clips;posed;data;expressions;camera;approximate=!1;expressed=new Map;apply(){let{clip:e,time:t,edits:n,weights:i,expressions:r,poses:o}=this.store.state;this.clips.apply(e,t);let a=this.clips.face(e,t),l=a.gaze?this.turnEyes(a.gaze,()=>!0):[];for(let[h,u]of o)this.take(this.data.poses[h],u);for(let[h,u]of n)this.change(this.model.nodes[h],u);this.expressed=new Map([...a.weights,...l,...r,...this.follow()]),this.expressions.apply(this.expressed);for(let[h,u]of i)this.blend(h,u);this.model.root.updateMatrixWorld(!0),this.store.state.shown.live&&this.data.constraints.length&&S0(this.data.constraints,this.model.nodes);let c=!1;for(let h of this.posed){let u=!this.store.isPosed&&h.show(e,t);c||=u!==h.isShown,h.isShown=u}return this.approximate=this.posed.some(h=>!h.isShown),c}plays(e){let{clip:t,time:n}=this.store.state;return this.clips.face(t,n).weights.has(e)}follow(){let{gaze:e,gazeTarget:t,edits:n}=this.store.state,{lookAt:i,humanoid:r,facesBack:o}=this.data,a=this.model.nodes[r.head??-1];if(e==="pose"||!i||!a)return[];this.model.root.updateMatrixWorld(!0);let l=e==="camera"?this.camera():new S(...t);return this.turnEyes(Rg(i,o,a,l),c=>!n.has(c))}turnEyes([e,t],n){let{lookAt:i,facesBack:r}=this.data;if(!i)return[];if(i.kind==="expression")return Object.entries(Ig(i,e,t)).flatMap(([o,a])=>{let l=i.expressions[o];return l===void 0?[]:[[l,a]]});for(let[o,a]of Lg(i,r,e,t))n(o)&&this.model.nodes[o]?.quaternion.copy(a);return[]}change(e,{rotation:t,translation:n,scale:i}){e?.quaternion.multiply(new be(...t)),e?.position.add(new S(...n)),e?.scale.multiply(new S(...i))}take(e,t){for(let[n,i,r]of e?.nodes??[]){let o=this.model.nodes[n];o?.quaternion.multiply(new be().slerp(new be(...i),t)),o?.position.addScaledVector(new S(...r),t)}}blend(e,t){let[n,i]=e.split(".").map(Number);for(let r of this.model.surfaces){let o=r.node===n?r.mesh.morphTargetInfluences:void 0;o&&i!==void 0&&i<o.length&&(o[i]=t)}}rotateInWorld(e,t){let n=this.model.nodes[e];if(!n)return;let i=n.parent?.getWorldQuaternion(new be)??new be,r=i.clone().invert().multiply(t).multiply(i).multiply(n.quaternion);this.setLocal(e,r)}setLocal(e,t){let n=this.model.nodes[e],i=new be(...this.store.editOf(e).rotation),o=n.quaternion.clone().multiply(i.invert()).invert().multiply(t).normalize().toArray();this.store.edit(e,{rotation:o})}moveInWorld(e,t){let n=this.model.nodes[e]?.parent;if(!n)return;let i=n.worldToLocal(new S().setFromMatrixPosition(n.matrixWorld)),r=n.worldToLocal(new S().setFromMatrixPosition(n.matrixWorld).add(t)).sub(i),o=new S(...this.store.editOf(e).translation).add(r);this.store.edit(e,{translation:o.toArray()})}resize(e,t){let n=this.store.editOf(e).scale.map(i=>Math.min(Math.max(i*t,.01),100));this.store.edit(e,{scale:n})}stretch(e,t){let{scale:n}=this.store.editOf(e),i=t.toArray().map((r,o)=>Math.min(Math.max((n[o]??1)*r,.01),100));this.store.edit(e,{scale:i})}reach(e,t){let n=Zr(this.data,e);if(!n)return!1;let[i,r]=b0(n,this.model.nodes,t);if(!i||!r)return!1;let[o,a]=[new be(...i[1]),new be(...r[1])];return this.rotateInWorld(i[0],o),this.rotateInWorld(r[0],o.invert().multiply(a)),!0}vertices(e,t){let n=this.model.surfaces.find(c=>c.node===e&&c.surface===t);if(!n)return[];let r=this.posed.find(c=>c.surface===n&&c.isShown)?.mesh??n.mesh,o=r.geometry.getAttribute("position").count,a=new S,l=[];for(let c=0;c<o;c++)r.getVertexPosition(c,a),l.push(...a.applyMatrix4(r.matrixWorld).toArray());return l}};var Gc=192,UT=.35,FT="varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }",BT=`
uniform sampler2D outline;
varying vec2 at;
void main() {
  float sum = texture2D(outline, at).a, weights = 1.0;
  for (int ring = 1; ring <= 4; ring++) {
    float weight = 1.0 / float(ring);
    for (int turn = 0; turn < 10; turn++) {
      float angle = 0.628318 * float(turn) + float(ring);
      sum += weight * texture2D(outline, at + vec2(cos(angle), sin(angle)) * 0.011 * float(ring)).a;
      weights += weight;
    }
  }
  gl_FragColor = vec4(0.0, 0.0, 0.0, 0.23 * sum / weights);
}`,Wc=class{constructor(e,t,n){this.scene=e;this.group=t;this.box=n;let i=n.getSize(new S);this.size=i,this.camera=new Sn,this.camera.up.set(0,0,1);let r=new vn({uniforms:{outline:{value:this.outline.texture}},vertexShader:FT,fragmentShader:BT,depthTest:!1});this.blur=new se(new On(2,2),r),this.blur.frustumCulled=!1;let o=new ht({map:this.soft.texture,transparent:!0,depthWrite:!1});this.plane=new se(new On(2,2),o),this.plane.rotation.x=-Math.PI/2,this.plane.renderOrder=-1,this.fit(n),t.add(this.plane)}scene;group;box;outline=new nn(Gc,Gc);soft=new nn(Gc,Gc);blur;camera;plane;flat=new ht({color:0});size;fit(e){let{size:t}=this,n=e.clone().union(this.box),i=n.getCenter(new S),r=n.getSize(new S),o=Math.max(r.x,r.z)*(1+UT)/2+t.y*.08;Object.assign(this.camera,{left:-o,right:o,top:o,bottom:-o,near:0,far:r.y*3+o}),this.camera.position.set(i.x,n.min.y-r.y-o*.01,i.z),this.camera.lookAt(i.x,n.max.y+1,i.z),this.camera.updateProjectionMatrix(),this.plane.scale.set(o,-o,1),this.plane.position.set(i.x,this.box.min.y-t.length()*5e-4,i.z)}update(e,t){let i=[...this.scene.children.filter(a=>a!==this.group),...this.group.children].filter(a=>a.visible&&!t.includes(a)),r=this.group.visible;this.group.visible=!0;let{background:o}=this.scene;for(let a of i)a.visible=!1;this.scene.background=null,this.scene.overrideMaterial=this.flat,e.setClearColor(0,0),e.setRenderTarget(this.outline),e.clear(),e.render(this.scene,this.camera),e.setRenderTarget(this.soft),e.render(this.blur,this.camera),e.setRenderTarget(null),this.scene.overrideMaterial=null,this.scene.background=o;for(let a of i)a.visible=!0;this.group.visible=r}set visible(e){this.plane.visible=e}};var kT=[0,1,2].map(s=>{let e=s*2*Math.PI/3;return[Math.cos(e),0,Math.sin(e)]}),zT=[1,.75,.5,.8],Xc=[0,3,1,1,3,2,2,3,0],Yo=class extends se{places;colours;constructor(e){super(new Ze,new ht({vertexColors:!0})),this.places=new Qe(new Float32Array(e*12),3).setUsage(jn),this.colours=new Qe(new Float32Array(e*12),3).setUsage(jn);let t=new Uint32Array(e*Xc.length);for(let n=0;n<t.length;n++)t[n]=Math.floor(n/Xc.length)*4+Xc[n%Xc.length];this.geometry.setAttribute("position",this.places).setAttribute("color",this.colours).setIndex(new Qe(t,1)),this.frustumCulled=!1}setMatrixAt(e,{elements:t}){let[n,i]=[this.places.array,e*12];for(let r=0;r<3;r++){let[o,a,l,c]=[0,4,8,12].map(h=>t[h+r]);kT.forEach(([h,,u],d)=>n[i+d*3+r]=c+o*h+l*u),n[i+9+r]=c+a}this.places.needsUpdate=!0}setColorAt(e,{r:t,g:n,b:i}){let{array:r}=this.colours;zT.forEach((o,a)=>{let l=e*12+a*3;[r[l],r[l+1],r[l+2]]=[t*o,n*o,i*o]}),this.colours.needsUpdate=!0}};var HT=.09,VT=.02,T0=.003,GT=.5,WT=new le("#19c3d9"),Mf="#f6c945",XT=new le(Mf),qT=new le("#ffffff"),YT="#1b1e24",bf=1.35,jT=1500,$T=.4,ZT=new S(0,1,0),qc=class{constructor(e,t,n,i){this.nodes=t;this.size=n;let r=a=>e.four!==null||t[a]!==void 0;this.joints=e.joints.filter(r);let o=new Set(this.joints);for(let a of this.joints)this.above.set(a,JT(e,a,o));this.bones=QT(this.joints,this.above);for(let[a,l,c,h]of e.tails)this.tails.set(a,new S(l,c,h));for(let a of e.skeletons)for(let l of a.joints)this.colours.set(l,new le(a.colour));this.isSimple=this.joints.length>jT,this.round=this.isSimple?[]:this.joints,this.sticks=this.isSimple?new Yo(this.bones.length):A0(eE(),this.bones.length),this.balls=A0(new Un(1,14,10),this.round.length),i.add(this.sticks,this.balls)}nodes;size;above=new Map;bones;joints;round;sticks;balls;colours=new Map;point=new Map;tails=new Map;segments=[];only=null;isSimple;reach(){let e=new yt,t=new S;for(let n of this.joints){let i=this.nodes[n];i&&e.expandByPoint(t.setFromMatrixPosition(i.matrixWorld))}return e}place(e){e.forEach((t,n)=>this.point.set(n,t))}get visible(){return this.sticks.visible}show(e,t){this.only=e?null:t,this.sticks.visible=this.balls.visible=e||t!==null&&this.has(t)}has(e){return this.above.has(e)}positionOf(e){let t=this.point.get(e);if(t)return t;let n=this.nodes[e];return n?new S().setFromMatrixPosition(n.matrixWorld):new S}update(e,t){let n=new Map,i=new Se,r=new be,o=new S,a=new Map(this.joints.map(c=>[c,this.positionOf(c)])),l=new S;this.segments.length=0,this.bones.forEach((c,h)=>{let u=a.get(c.joint)??l,d=this.tip(c,a),f=d.clone().sub(u),m=f.length(),y=this.shown(c.joint),p=y*this.thicknessOf(m);m>0&&r.setFromUnitVectors(ZT,f.divideScalar(m)),this.sticks.setMatrixAt(h,i.compose(u,r,o.set(p,m*y,p))),this.sticks.setColorAt(h,this.colour(c.joint,e,t)),y&&this.segments.push({joint:c.joint,start:u,end:d,thick:p});for(let g of[c.joint,c.to])g!==null&&n.set(g,Math.max(n.get(g)??0,p*.6))}),r.identity(),this.round.forEach((c,h)=>{let u=this.shown(c)*(n.get(c)??T0*this.size);this.balls.setMatrixAt(h,i.compose(a.get(c)??l,r,o.set(u,u,u))),this.balls.setColorAt(h,this.colour(c,e,t))});for(let c of[this.sticks,this.balls])c instanceof Yo||(c.instanceMatrix.needsUpdate=!0,c.instanceColor&&(c.instanceColor.needsUpdate=!0))}thicknessOf(e){let t=Math.min(Math.max(e*HT,T0*this.size),VT*this.size);return this.isSimple?t*$T:t}shown(e){return this.only===null||this.only===e?1:0}pick({ray:e}){if(!this.visible)return null;let t=null,n=1/0,i=new S,r=new S;for(let{joint:o,start:a,end:l,thick:c}of this.segments){if(!KT(e,a,l,c))continue;let h=e.distanceSqToSegment(a,l,i,r),u=i.distanceToSquared(e.origin);h>c*c||u>=n||(n=u,t={joint:o,point:r.clone()})}return t}tip(e,t){let n=a=>t?.get(a)??this.positionOf(a);if(e.to!==null)return n(e.to).clone();let i=this.tails.get(e.joint),r=this.nodes[e.joint];if(i&&r)return r.localToWorld(i.clone());let o=n(e.joint).clone();return e.above===null?o.add(new S(0,this.size*.05,0)):o.add(o.clone().sub(n(e.above)).multiplyScalar(GT))}colour(e,t,n){if(e===t)return WT;let i=this.colours.get(e)??XT;return e===n?i.clone().lerp(qT,.45):i}};function KT(s,e,t,n){let i=e.distanceTo(t)/2+n;return E0.addVectors(e,t).multiplyScalar(.5),s.distanceSqToPoint(E0)<=i*i}var E0=new S;function JT(s,e,t){let n=s.parents[e]??-1;for(;n>=0&&!t.has(n);)n=s.parents[n]??-1;return n>=0?n:null}function QT(s,e){let t=[],n=new Set(e.values());for(let i of s){let r=e.get(i)??null;r!==null&&t.push({joint:r,to:i,above:e.get(r)??null}),n.has(i)||t.push({joint:i,to:null,above:r})}return t}function A0(s,e){let t=new ni(s,new bn,Math.max(1,e));t.instanceMatrix.setUsage(jn);let n=s.clone().scale(bf,s instanceof Un?bf:1,bf),i=new ni(n,new ht({color:YT,side:Ut}),1);i.instanceMatrix=t.instanceMatrix;for(let r of[t,i])Object.assign(r,{count:e,frustumCulled:!1});return t.add(i)}function eE(){let e=[0,1,2,3].map(n=>{let i=n*Math.PI/2;return[Math.cos(i),.16,Math.sin(i)]}),t=[];for(let n=0;n<4;n++){let i=e[n],r=e[(n+1)%4];t.push(...i,0,1,0,...r,...i,...r,0,0,0)}return tE(t)}function tE(s){let e=new Ze;return e.setAttribute("position",new je(s,3)),e.computeVertexNormals(),e}var R0="KHR_materials_variants";function Yc(s){let{json:e}=s.gltf.parser,t=e.extensions?.[R0];return Array.isArray(t?.variants)?t.variants.map(({name:n},i)=>typeof n=="string"?n:`variant ${i}`):[]}async function C0(s,e){let{parser:t}=s.gltf,n=new Map;for(let{mesh:i}of s.surfaces){let o=i.userData.gltfExtensions?.[R0]?.mappings?.find(({variants:l})=>l.includes(e));if(!o)continue;let a=i.material;i.material=await t.getDependency("material",o.material),t.assignFinalMaterial(i),Gd(i.material),n.set(i,i.material),i.material=a}return n}var Kr=class{constructor(e,t,n,i,r){this.data=e;this.store=t;this.stage=r;let[o,a]=this.groups;r.scene.add(o),r.overlay.add(a),o.add(n.root);let l=f0(e,n.surfaces,i,o);this.materials=new kc(e,n,l,i),this.clips=new dc(n.root,n.gltf.animations);let{bounds:c,properties:h,studio:u}=e,d=c?new yt(new S(...c.min),new S(...c.max)):new yt().setFromObject(n.root),f=ig(n.root,n.nodes,d,h,u.brightest);this.properties=new cc(h,n,f),this.poser=new Vc(t,n,this.clips,l,e,new yc(e,n),()=>r.camera.position),this.skeleton=new qc(e,n.nodes,r.size,a),this.springs=new _c(e.springs,e.colliders,n.nodes,n.root),this.colliders=new pc(e.colliders,n.nodes,r.size),o.add(this.colliders.group),this.shapes=new fc(e.boneShapes,n.nodes,this.colliders.group),this.shadow=new Wc(r.scene,o,r.box),this.four=e.four&&new Oc(e.four,e,i),this.four&&o.add(this.four.group),this.casting=[n.root,...l.map(m=>m.mesh),...this.four?[this.four.group]:[]],t.on(["shown","selected","turntable"],()=>this.paint()),t.on(["pose","time","clip"],()=>this.repose()),r.controls.addEventListener("change",()=>t.state.gaze==="camera"&&this.repose()),t.on(["shown"],()=>{this.vary(n)}),this.four&&(this.four.pose(t.state),t.on(["pose","time","clip"],()=>this.four?.pose(t.state)),t.on(["four","shown","selected"],()=>this.repose()))}data;store;stage;skeleton;poser;clips;materials;colliders;four;springs;isMoving=!1;groups=[new Mt,new Mt];properties;shapes;shadow;casting;stale=!0;variant=null;async vary(e){let{variant:t}=this.store.state;if(t===this.variant)return;this.variant=t;let n=t===null?new Map:await C0(e,t);t===this.variant&&(this.materials.variant=n,this.paint())}paint(){let{state:e}=this.store;this.materials.paint(e),this.stage.show(e.shown.grid,e.shown.axes,e.shown.studio),this.skeleton.show(e.shown.skeleton,e.selected),this.colliders.group.visible=e.shown.colliders,this.shadow.visible=e.shown.mesh,this.stage.controls.autoRotate=e.turntable,this.data.springs.length+this.data.constraints.length&&(this.stale=!0),this.stage.draw()}set visible(e){for(let t of this.groups)t.visible=e}get areSpringsLive(){let{shown:e,clip:t}=this.store.state,n=t!==null&&this.data.clips[t]?.springs===!0;return e.live&&this.springs.exist&&(this.store.isPosed||!n)}repose(){this.stale=!0,this.stage.draw()}pose(){this.properties.apply(this.store.state.clip,this.store.state.time),this.poser.apply()&&this.materials.paint(this.store.state),this.four&&(this.four.update(this.store.state),this.skeleton.place(this.four.nodePositions(this.store.state.four)))}update(e,t,n){let i=this.stale||this.isMoving;if(i){let r=this.isMoving;this.pose(),this.areSpringsLive?this.stale&&this.springs.wake():this.springs.reset(),this.isMoving=this.areSpringsLive&&(this.springs.advance(n,this.store.state.edits)||!r),this.colliders.update(),this.shapes.update(),t&&this.shadow.fit(this.skeleton.reach()),t&&this.shadow.update(this.stage.renderer,this.casting),this.stale=!1}return this.skeleton.visible&&this.skeleton.update(this.store.state.selected,e),i}};var Bi={rotation:[0,0,0,1],translation:[0,0,0],scale:[1,1,1]},jc=["slider","side","first","second"],$c=["rotate","move","scale","reach"],Zc=["local","world"],Kc=["loop","once","bounce"],Jc=["lit","dominant","checker","base","alpha","metallic","roughness","occlusion","emissive","normal","vertex"],Qc=["pose","camera","target"],nE={mesh:!0,skeleton:!1,names:!1,heat:!1,wireframe:!1,normals:!1,colliders:!1,grid:!0,axes:!1,studio:!1,live:!1,distances:!1,gizmo:!0},$s=class{state={selected:null,shown:{...nE},clip:null,time:0,playing:!1,speed:1,edits:new Map,weights:new Map,expressions:new Map,poses:new Map,four:l0(),turntable:!1,tool:"rotate",space:"local",loop:"loop",range:null,channel:"lit",hidden:new Set,variant:null,gaze:"pose",gazeTarget:[0,0,0],firstPerson:!1,layout:"slider",split:.5};listeners=[];on(e,t){this.listeners.push([new Set(e),t])}change(e,t){t(this.state);for(let[n,i]of this.listeners)e.some(r=>n.has(r))&&i()}select(e){e!==this.state.selected&&this.change(["selected"],t=>t.selected=e)}toggle(e,t){this.change(["shown"],n=>n.shown[e]=t??!n.shown[e])}editOf(e){return this.state.edits.get(e)??Bi}edit(e,t){let{angles:n,...i}=this.editOf(e),r=n&&!t.rotation?{angles:n}:{};this.change(["pose"],({edits:o})=>o.set(e,{...i,...r,...t}))}resetNode(e){this.change(["pose"],({edits:t,four:n})=>{t.delete(e),n.joints.delete(e)})}get isPosed(){let{edits:e,weights:t,expressions:n,poses:i,gaze:r}=this.state;return r!=="pose"||e.size>0||t.size>0||n.size>0||i.size>0}resetPose(){this.change(["pose"],e=>{for(let t of[e.edits,e.weights,e.expressions,e.poses,e.four.joints])t.clear();e.gaze="pose"})}};var iE={slider:"Slider",side:"Side by side",first:"First",second:"Second"},eh=class s{constructor(e,t,n,i,r,o){this.data=e;this.other=t;this.leader=i;this.stage=r;this.first=o;this.objects=new Kr(t,this.store,n,Gs("other-frames"),r),r.divide=(a,l,c)=>this.divide(a,l,c),i.on(["shown","clip","time","pose","selected","turntable"],()=>this.follow()),i.on(["layout"],()=>this.update()),this.addControls(),this.follow(),this.update()}data;other;leader;stage;first;store=new $s;objects;split=G("split");divider=G("divider");free=[0,1];static async load(e,t,n,i){if(!e.other)return null;let r=await cs(Gs("other-model"));return new s(e,e.other,r,t,n,i)}follow(){this.store.change(["shown","clip","time","pose","selected","turntable"],e=>{sE(this.data,this.leader.state,this.other,e)})}divide(e,t,n){let{layout:i,split:r}=this.leader.state,o=c=>()=>{this.first.visible=c,this.objects.visible=!c};if(i==="first"||i==="second")return{cut:!0,viewports:[{left:0,right:n,show:o(i==="first")}]};let a=Math.round(i==="side"?(e+t)/2:e+(t-e)*r);this.divider.style.left=`${a}px`,this.free=[e,t];let l=[{left:0,right:a,show:o(!0)},{left:a,right:n,show:o(!1)}];return{cut:i==="slider",viewports:l}}addControls(){G("comparer").hidden=!1,G("first-title").textContent=this.data.title,G("second-title").textContent=this.other.title+oE(this.data.bounds,this.other.bounds);for(let t of jc){let n=ee("button","",iE[t]);n.type="button",n.dataset.layout=t,n.addEventListener("click",()=>this.leader.change(["layout"],i=>i.layout=t)),G("layouts").append(n)}this.split.addEventListener("input",()=>this.leader.change(["layout"],t=>t.split=Number(this.split.value))),G("distance-ramp").style.background=ic(this.data.weightScale),this.divider.addEventListener("pointerdown",t=>this.divider.setPointerCapture(t.pointerId)),this.divider.addEventListener("pointermove",t=>{if(!this.divider.hasPointerCapture(t.pointerId))return;let[n,i]=this.free,r=Math.min(Math.max((t.clientX-n)/(i-n),0),1);this.leader.change(["layout"],o=>o.split=r)});let e=G("distances");e.hidden=!this.data.distances&&!this.other.distances,e.addEventListener("click",()=>this.leader.toggle("distances")),this.leader.on(["shown"],()=>this.update())}update(){let{layout:e,split:t,shown:n}=this.leader.state;for(let r of G("layouts").querySelectorAll("[data-layout]"))r.setAttribute("aria-pressed",String(r.dataset.layout===e));this.split.value=String(t),this.split.hidden=e!=="slider",this.divider.hidden=e==="first"||e==="second",this.divider.classList.toggle("fixed",e==="side"),as(this.split),G("first-title").hidden=e==="second",G("second-title").hidden=e==="first",G("distances").setAttribute("aria-pressed",String(n.distances));let i=Math.max(this.data.distances?.largest??0,this.other.distances?.largest??0);G("distance-legend").hidden=!n.distances,G("largest-distance").textContent=String(Number(i.toPrecision(3))),this.stage.resize()}};function sE(s,e,t,n){let i=Zs(s.names,t.names);Object.assign(n.shown,e.shown),n.selected=e.selected===null?null:i(e.selected)??null,n.clip=e.clip===null?null:Zs(ki(s.clips),ki(t.clips))(e.clip)??null,Object.assign(n,{time:e.time,playing:e.playing,speed:e.speed,turntable:e.turntable}),Object.assign(n,{channel:e.channel,loop:e.loop,range:e.range,gaze:e.gaze,gazeTarget:e.gazeTarget}),n.hidden=new Set([...e.hidden].flatMap(r=>i(r)??[])),n.edits=Sf(e.edits,i),n.expressions=Sf(e.expressions,Zs(ki(s.expressions),ki(t.expressions))),n.poses=Sf(e.poses,Zs(ki(s.poses),ki(t.poses))),n.weights=new Map;for(let[r,o]of e.weights){let[a=-1,l=-1]=r.split(".").map(Number),c=t.blendShapes.find(d=>d.node===i(a)),h=s.blendShapes.find(d=>d.node===a)?.names[l],u=h===void 0?-1:c?.names.indexOf(h)??-1;c&&u>=0&&n.weights.set(`${c.node}.${u}`,o)}}var ki=s=>s.map(({name:e})=>e);function Zs(s,e){let t=new Map(e.map((n,i)=>[n,i]));return n=>{let i=s[n];return i?t.get(i):n<e.length?n:void 0}}function Sf(s,e){let t=new Map;for(let[n,i]of s){let r=e(n);r!==void 0&&t.set(r,i)}return t}var rE=5;function oE(s,e){let[t,n]=[s,e].map(r=>r?Math.max(...r.max.map((o,a)=>o-(r.min[a]??0))):0);if(!t||!n)return"";let i=Math.max(t/n,n/t);return i<rE?"":` (${Number(i.toPrecision(2))}× as ${n>t?"large":"small"})`}var th=class{constructor(e,t,n,i){this.panel=e;this.title=t;this.collect=n;G("copy-arguments").addEventListener("click",()=>this.copy(this.texts.arguments,"Options copied")),G("copy-file").addEventListener("click",()=>this.copy(this.texts.file,"Pose file copied")),G("save-file").addEventListener("click",()=>e.save(new Blob([this.texts.file.value],{type:"application/json"}),`${Jr(this.title)}.pose.json`));let r=[["save-clip",i.clip,"pose.glb"],["save-motion",i.motion,"vrma"]];for(let[o,a,l]of r)G(o).hidden=a===null,a&&G(o).addEventListener("click",()=>e.save(new Blob([a()],{type:"model/gltf-binary"}),`${Jr(t)}.${l}`));G("close-export").addEventListener("click",()=>this.dialog.close())}panel;title;collect;dialog=G("export");texts={arguments:G("pose-arguments"),file:G("pose-file")};open(){let{options:e,file:t,notes:n}=this.collect();this.texts.arguments.value=e||"(the rest pose needs no options)",this.texts.file.value=t,G("export-note").textContent=n.join(" "),this.dialog.showModal()}copy(e,t){e.select(),this.panel.copy(e.value,t,()=>this.panel.say("Press Ctrl+C to copy the selected text"))}};function Jr(s){return s.replace(/(\.[A-Za-z0-9]+)+$/,"")||"model"}var Ks=new Is,It=new S,ms=new S,St=new be,P0={X:new S(1,0,0),Y:new S(0,1,0),Z:new S(0,0,1)},wf={type:"change"},L0={type:"mouseDown",mode:null},I0={type:"mouseUp",mode:null},D0={type:"objectChange"},oh=class extends Ds{constructor(e,t=null){super(void 0,t);let n=new Ef(this);this._root=n;let i=new Af;this._gizmo=i,n.add(i);let r=new Rf;this._plane=r,n.add(r);let o=this;function a(T,x){let A=x;Object.defineProperty(o,T,{get:function(){return A!==void 0?A:x},set:function(E){A!==E&&(A=E,r[T]=E,i[T]=E,o.dispatchEvent({type:T+"-changed",value:E}),o.dispatchEvent(wf))}}),o[T]=x,r[T]=x,i[T]=x}a("camera",e),a("object",void 0),a("enabled",!0),a("axis",null),a("mode","translate"),a("translationSnap",null),a("rotationSnap",null),a("scaleSnap",null),a("space","world"),a("size",1),this.viewport=null,a("dragging",!1),a("showX",!0),a("showY",!0),a("showZ",!0),a("showXY",!0),a("showYZ",!0),a("showXZ",!0),a("showXYZE",!0),a("showE",!0),a("minX",-1/0),a("maxX",1/0),a("minY",-1/0),a("maxY",1/0),a("minZ",-1/0),a("maxZ",1/0);let l=new S,c=new S,h=new be,u=new be,d=new S,f=new be,m=new S,y=new S,p=new S,g=0,v=new S;a("worldPosition",l),a("worldPositionStart",c),a("worldQuaternion",h),a("worldQuaternionStart",u),a("cameraPosition",d),a("cameraQuaternion",f),a("pointStart",m),a("pointEnd",y),a("rotationAxis",p),a("rotationAngle",g),a("eye",v),this._offset=new S,this._startNorm=new S,this._endNorm=new S,this._cameraScale=new S,this._parentPosition=new S,this._parentQuaternion=new be,this._parentQuaternionInv=new be,this._parentScale=new S,this._worldScaleStart=new S,this._worldQuaternionInv=new be,this._worldScale=new S,this._positionStart=new S,this._quaternionStart=new be,this._scaleStart=new S,this._getPointer=aE.bind(this),this._onPointerDown=cE.bind(this),this._onPointerHover=lE.bind(this),this._onPointerMove=hE.bind(this),this._onPointerUp=uE.bind(this),t!==null&&this.connect(t)}connect(e){super.connect(e),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointermove",this._onPointerHover),this.domElement.addEventListener("pointerup",this._onPointerUp),this.domElement.style.touchAction="none"}disconnect(){this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.removeEventListener("pointermove",this._onPointerHover),this.domElement.removeEventListener("pointermove",this._onPointerMove),this.domElement.removeEventListener("pointerup",this._onPointerUp),this.domElement.style.touchAction=""}getHelper(){return this._root}pointerHover(e){if(this.object===void 0||this.dragging===!0)return;e!==null&&Ks.setFromCamera(e,this.camera);let t=Tf(this._gizmo.picker[this.mode],Ks);t?this.axis=t.object.name:this.axis=null}pointerDown(e){if(!(this.object===void 0||this.dragging===!0||e!=null&&e.button!==0)&&this.axis!==null){e!==null&&Ks.setFromCamera(e,this.camera);let t=Tf(this._plane,Ks,!0);t&&(this.object.updateMatrixWorld(),this.object.parent.updateMatrixWorld(),this._positionStart.copy(this.object.position),this._quaternionStart.copy(this.object.quaternion),this._scaleStart.copy(this.object.scale),this.object.matrixWorld.decompose(this.worldPositionStart,this.worldQuaternionStart,this._worldScaleStart),this.pointStart.copy(t.point).sub(this.worldPositionStart)),this.dragging=!0,L0.mode=this.mode,this.dispatchEvent(L0)}}pointerMove(e){let t=this.axis,n=this.mode,i=this.object,r=this.space;if(n==="scale"?r="local":(t==="E"||t==="XYZE"||t==="XYZ")&&(r="world"),i===void 0||t===null||this.dragging===!1||e!==null&&e.button!==-1)return;e!==null&&Ks.setFromCamera(e,this.camera);let o=Tf(this._plane,Ks,!0);if(o){if(this.pointEnd.copy(o.point).sub(this.worldPositionStart),n==="translate")this._offset.copy(this.pointEnd).sub(this.pointStart),r==="local"&&t!=="XYZ"&&this._offset.applyQuaternion(this._worldQuaternionInv),t.indexOf("X")===-1&&(this._offset.x=0),t.indexOf("Y")===-1&&(this._offset.y=0),t.indexOf("Z")===-1&&(this._offset.z=0),r==="local"&&t!=="XYZ"?this._offset.applyQuaternion(this._quaternionStart).divide(this._parentScale):this._offset.applyQuaternion(this._parentQuaternionInv).divide(this._parentScale),i.position.copy(this._offset).add(this._positionStart),this.translationSnap&&(r==="local"&&(i.position.applyQuaternion(St.copy(this._quaternionStart).invert()),t.search("X")!==-1&&(i.position.x=Math.round(i.position.x/this.translationSnap)*this.translationSnap),t.search("Y")!==-1&&(i.position.y=Math.round(i.position.y/this.translationSnap)*this.translationSnap),t.search("Z")!==-1&&(i.position.z=Math.round(i.position.z/this.translationSnap)*this.translationSnap),i.position.applyQuaternion(this._quaternionStart)),r==="world"&&(i.getWorldPosition(It),t.search("X")!==-1&&(It.x=Math.round(It.x/this.translationSnap)*this.translationSnap),t.search("Y")!==-1&&(It.y=Math.round(It.y/this.translationSnap)*this.translationSnap),t.search("Z")!==-1&&(It.z=Math.round(It.z/this.translationSnap)*this.translationSnap),i.position.copy(i.parent.worldToLocal(It)))),i.position.x=Math.max(this.minX,Math.min(this.maxX,i.position.x)),i.position.y=Math.max(this.minY,Math.min(this.maxY,i.position.y)),i.position.z=Math.max(this.minZ,Math.min(this.maxZ,i.position.z));else if(n==="scale"){if(t.search("XYZ")!==-1){let a=this.pointEnd.length()/this.pointStart.length();this.pointEnd.dot(this.pointStart)<0&&(a*=-1),ms.set(a,a,a)}else It.copy(this.pointStart),ms.copy(this.pointEnd),It.applyQuaternion(this._worldQuaternionInv),ms.applyQuaternion(this._worldQuaternionInv),ms.divide(It),t.search("X")===-1&&(ms.x=1),t.search("Y")===-1&&(ms.y=1),t.search("Z")===-1&&(ms.z=1);i.scale.copy(this._scaleStart).multiply(ms),this.scaleSnap&&(t.search("X")!==-1&&(i.scale.x=Math.round(i.scale.x/this.scaleSnap)*this.scaleSnap||this.scaleSnap),t.search("Y")!==-1&&(i.scale.y=Math.round(i.scale.y/this.scaleSnap)*this.scaleSnap||this.scaleSnap),t.search("Z")!==-1&&(i.scale.z=Math.round(i.scale.z/this.scaleSnap)*this.scaleSnap||this.scaleSnap))}else if(n==="rotate"){this._offset.copy(this.pointEnd).sub(this.pointStart);let a=20/this.worldPosition.distanceTo(It.setFromMatrixPosition(this.camera.matrixWorld)),l=!1;t==="XYZE"?(this.rotationAxis.copy(this._offset).cross(this.eye).normalize(),this.rotationAngle=this._offset.dot(It.copy(this.rotationAxis).cross(this.eye))*a):(t==="X"||t==="Y"||t==="Z")&&(this.rotationAxis.copy(P0[t]),It.copy(P0[t]),r==="local"&&It.applyQuaternion(this.worldQuaternion),It.cross(this.eye),It.length()===0?l=!0:this.rotationAngle=this._offset.dot(It.normalize())*a),(t==="E"||l)&&(this.rotationAxis.copy(this.eye),this.rotationAngle=this.pointEnd.angleTo(this.pointStart),this._startNorm.copy(this.pointStart).normalize(),this._endNorm.copy(this.pointEnd).normalize(),this.rotationAngle*=this._endNorm.cross(this._startNorm).dot(this.eye)<0?1:-1),this.rotationSnap&&(this.rotationAngle=Math.round(this.rotationAngle/this.rotationSnap)*this.rotationSnap),r==="local"&&t!=="E"&&t!=="XYZE"?(i.quaternion.copy(this._quaternionStart),i.quaternion.multiply(St.setFromAxisAngle(this.rotationAxis,this.rotationAngle)).normalize()):(this.rotationAxis.applyQuaternion(this._parentQuaternionInv),i.quaternion.copy(St.setFromAxisAngle(this.rotationAxis,this.rotationAngle)),i.quaternion.multiply(this._quaternionStart).normalize())}this.dispatchEvent(wf),this.dispatchEvent(D0)}}pointerUp(e){e!==null&&e.button!==0||(this.dragging&&this.axis!==null&&(I0.mode=this.mode,this.dispatchEvent(I0)),this.dragging=!1,this.axis=null)}dispose(){this.disconnect(),this._root.dispose()}attach(e){return this.object=e,this._root.visible=!0,this}detach(){return this.object=void 0,this.axis=null,this._root.visible=!1,this}reset(){this.enabled&&this.dragging&&(this.object.position.copy(this._positionStart),this.object.quaternion.copy(this._quaternionStart),this.object.scale.copy(this._scaleStart),this.dispatchEvent(wf),this.dispatchEvent(D0),this.pointStart.copy(this.pointEnd))}getRaycaster(){return Ks}getMode(){return this.mode}setMode(e){this.mode=e}setTranslationSnap(e){this.translationSnap=e}setRotationSnap(e){this.rotationSnap=e}setScaleSnap(e){this.scaleSnap=e}setSize(e){this.size=e}setSpace(e){this.space=e}setColors(e,t,n,i){let r=this._gizmo.materialLib;r.xAxis.color.set(e),r.yAxis.color.set(t),r.zAxis.color.set(n),r.active.color.set(i),r.xAxisTransparent.color.set(e),r.yAxisTransparent.color.set(t),r.zAxisTransparent.color.set(n),r.activeTransparent.color.set(i),r.xAxis._color&&r.xAxis._color.set(e),r.yAxis._color&&r.yAxis._color.set(t),r.zAxis._color&&r.zAxis._color.set(n),r.active._color&&r.active._color.set(i),r.xAxisTransparent._color&&r.xAxisTransparent._color.set(e),r.yAxisTransparent._color&&r.yAxisTransparent._color.set(t),r.zAxisTransparent._color&&r.zAxisTransparent._color.set(n),r.activeTransparent._color&&r.activeTransparent._color.set(i)}};function aE(s){if(this.domElement.ownerDocument.pointerLockElement)return{x:0,y:0,button:s.button};{let e=this.domElement.getBoundingClientRect(),t=this.viewport,n,i,r,o;return t!==null?(n=t.x,i=e.height-t.y-t.w,r=t.z,o=t.w):(n=0,i=0,r=e.width,o=e.height),{x:(s.clientX-e.left-n)/r*2-1,y:-(s.clientY-e.top-i)/o*2+1,button:s.button}}}function lE(s){if(this.enabled)switch(s.pointerType){case"mouse":case"pen":this.pointerHover(this._getPointer(s));break}}function cE(s){this.enabled&&(document.pointerLockElement||this.domElement.setPointerCapture(s.pointerId),this.domElement.addEventListener("pointermove",this._onPointerMove),this.pointerHover(this._getPointer(s)),this.pointerDown(this._getPointer(s)))}function hE(s){this.enabled&&this.pointerMove(this._getPointer(s))}function uE(s){this.enabled&&(this.domElement.releasePointerCapture(s.pointerId),this.domElement.removeEventListener("pointermove",this._onPointerMove),this.pointerUp(this._getPointer(s)))}function Tf(s,e,t){let n=e.intersectObject(s,!0);for(let i=0;i<n.length;i++)if(n[i].object.visible||t)return n[i];return!1}var nh=new Zt,ft=new S(0,1,0),N0=new S(0,0,0),O0=new Se,ih=new be,rh=new be,pi=new S,ah=new Se,Zo=new S(1,0,0),Js=new S(0,1,0),Ko=new S(0,0,1),sh=new S,jo=new S,$o=new S,Ef=class extends lt{constructor(e){super(),this.isTransformControlsRoot=!0,this.controls=e,this.visible=!1}updateMatrixWorld(e){let t=this.controls;t.object!==void 0&&(t.object.updateMatrixWorld(),t.object.parent===null?console.error("TransformControls: The attached 3D object must be a part of the scene graph."):t.object.parent.matrixWorld.decompose(t._parentPosition,t._parentQuaternion,t._parentScale),t.object.matrixWorld.decompose(t.worldPosition,t.worldQuaternion,t._worldScale),t._parentQuaternionInv.copy(t._parentQuaternion).invert(),t._worldQuaternionInv.copy(t.worldQuaternion).invert()),t.camera.updateMatrixWorld(),t.camera.matrixWorld.decompose(t.cameraPosition,t.cameraQuaternion,t._cameraScale),t.camera.isOrthographicCamera?t.camera.getWorldDirection(t.eye).negate():t.eye.copy(t.cameraPosition).sub(t.worldPosition).normalize(),this.parent&&(ah.copy(this.parent.matrixWorld).invert(),ah.decompose(this.position,this.quaternion,this.scale)),super.updateMatrixWorld(e)}dispose(){this.traverse(function(e){e.geometry&&e.geometry.dispose(),e.material&&e.material.dispose()})}},Af=class extends lt{constructor(){super(),this.isTransformControlsGizmo=!0,this.type="TransformControlsGizmo";let e=new ht({depthTest:!1,depthWrite:!1,fog:!1,toneMapped:!1,transparent:!0}),t=new ii({depthTest:!1,depthWrite:!1,fog:!1,toneMapped:!1,transparent:!0}),n=e.clone();n.opacity=.15;let i=t.clone();i.opacity=.5;let r=e.clone();r.color.setHex(16711680);let o=e.clone();o.color.setHex(65280);let a=e.clone();a.color.setHex(255);let l=e.clone();l.color.setHex(16711680),l.opacity=.5;let c=e.clone();c.color.setHex(65280),c.opacity=.5;let h=e.clone();h.color.setHex(255),h.opacity=.5;let u=e.clone();u.opacity=.25;let d=e.clone();d.color.setHex(16776960),d.opacity=.25;let f=e.clone();f.color.setHex(16776960);let m=e.clone();m.color.setHex(7895160),this.materialLib={xAxis:r,yAxis:o,zAxis:a,active:f,xAxisTransparent:l,yAxisTransparent:c,zAxisTransparent:h,activeTransparent:d};let y=new Yt(0,.04,.1,12);y.translate(0,.05,0);let p=new Lt(.08,.08,.08);p.translate(0,.04,0);let g=new Ze;g.setAttribute("position",new je([0,0,0,1,0,0],3));let v=new Yt(.0075,.0075,.5,3);v.translate(0,.25,0);function T(H,Y){let z=new Ri(H,.0075,3,64,Y*Math.PI*2);return z.rotateY(Math.PI/2),z.rotateX(Math.PI/2),z}function x(){let H=new Ze;return H.setAttribute("position",new je([0,0,0,1,1,1],3)),H}let A={X:[[new se(y,r),[.5,0,0],[0,0,-Math.PI/2]],[new se(y,r),[-.5,0,0],[0,0,Math.PI/2]],[new se(v,r),[0,0,0],[0,0,-Math.PI/2]]],Y:[[new se(y,o),[0,.5,0]],[new se(y,o),[0,-.5,0],[Math.PI,0,0]],[new se(v,o)]],Z:[[new se(y,a),[0,0,.5],[Math.PI/2,0,0]],[new se(y,a),[0,0,-.5],[-Math.PI/2,0,0]],[new se(v,a),null,[Math.PI/2,0,0]]],XYZ:[[new se(new Ji(.1,0),u),[0,0,0]]],XY:[[new se(new Lt(.15,.15,.01),h),[.15,.15,0]]],YZ:[[new se(new Lt(.15,.15,.01),l),[0,.15,.15],[0,Math.PI/2,0]]],XZ:[[new se(new Lt(.15,.15,.01),c),[.15,0,.15],[-Math.PI/2,0,0]]]},E={X:[[new se(new Yt(.2,0,.6,4),n),[.3,0,0],[0,0,-Math.PI/2]],[new se(new Yt(.2,0,.6,4),n),[-.3,0,0],[0,0,Math.PI/2]]],Y:[[new se(new Yt(.2,0,.6,4),n),[0,.3,0]],[new se(new Yt(.2,0,.6,4),n),[0,-.3,0],[0,0,Math.PI]]],Z:[[new se(new Yt(.2,0,.6,4),n),[0,0,.3],[Math.PI/2,0,0]],[new se(new Yt(.2,0,.6,4),n),[0,0,-.3],[-Math.PI/2,0,0]]],XYZ:[[new se(new Ji(.2,0),n)]],XY:[[new se(new Lt(.2,.2,.01),n),[.15,.15,0]]],YZ:[[new se(new Lt(.2,.2,.01),n),[0,.15,.15],[0,Math.PI/2,0]]],XZ:[[new se(new Lt(.2,.2,.01),n),[.15,0,.15],[-Math.PI/2,0,0]]]},_={START:[[new se(new Ji(.01,2),i),null,null,null,"helper"]],END:[[new se(new Ji(.01,2),i),null,null,null,"helper"]],DELTA:[[new sn(x(),i),null,null,null,"helper"]],X:[[new sn(g,i),[-1e3,0,0],null,[1e6,1,1],"helper"]],Y:[[new sn(g,i),[0,-1e3,0],[0,0,Math.PI/2],[1e6,1,1],"helper"]],Z:[[new sn(g,i),[0,0,-1e3],[0,-Math.PI/2,0],[1e6,1,1],"helper"]]},w={XYZE:[[new se(T(.5,1),m),null,[0,Math.PI/2,0]]],X:[[new se(T(.5,.5),r)]],Y:[[new se(T(.5,.5),o),null,[0,0,-Math.PI/2]]],Z:[[new se(T(.5,.5),a),null,[0,Math.PI/2,0]]],E:[[new se(T(.75,1),d),null,[0,Math.PI/2,0]]]},I={AXIS:[[new sn(g,i),[-1e3,0,0],null,[1e6,1,1],"helper"]]},C={XYZE:[[new se(new Un(.25,10,8),n)]],X:[[new se(new Ri(.5,.1,4,24),n),[0,0,0],[0,-Math.PI/2,-Math.PI/2]]],Y:[[new se(new Ri(.5,.1,4,24),n),[0,0,0],[Math.PI/2,0,0]]],Z:[[new se(new Ri(.5,.1,4,24),n),[0,0,0],[0,0,-Math.PI/2]]],E:[[new se(new Ri(.75,.1,2,24),n)]]},N={X:[[new se(p,r),[.5,0,0],[0,0,-Math.PI/2]],[new se(v,r),[0,0,0],[0,0,-Math.PI/2]],[new se(p,r),[-.5,0,0],[0,0,Math.PI/2]]],Y:[[new se(p,o),[0,.5,0]],[new se(v,o)],[new se(p,o),[0,-.5,0],[0,0,Math.PI]]],Z:[[new se(p,a),[0,0,.5],[Math.PI/2,0,0]],[new se(v,a),[0,0,0],[Math.PI/2,0,0]],[new se(p,a),[0,0,-.5],[-Math.PI/2,0,0]]],XY:[[new se(new Lt(.15,.15,.01),h),[.15,.15,0]]],YZ:[[new se(new Lt(.15,.15,.01),l),[0,.15,.15],[0,Math.PI/2,0]]],XZ:[[new se(new Lt(.15,.15,.01),c),[.15,0,.15],[-Math.PI/2,0,0]]],XYZ:[[new se(new Lt(.1,.1,.1),u)]]},U={X:[[new se(new Yt(.2,0,.6,4),n),[.3,0,0],[0,0,-Math.PI/2]],[new se(new Yt(.2,0,.6,4),n),[-.3,0,0],[0,0,Math.PI/2]]],Y:[[new se(new Yt(.2,0,.6,4),n),[0,.3,0]],[new se(new Yt(.2,0,.6,4),n),[0,-.3,0],[0,0,Math.PI]]],Z:[[new se(new Yt(.2,0,.6,4),n),[0,0,.3],[Math.PI/2,0,0]],[new se(new Yt(.2,0,.6,4),n),[0,0,-.3],[-Math.PI/2,0,0]]],XY:[[new se(new Lt(.2,.2,.01),n),[.15,.15,0]]],YZ:[[new se(new Lt(.2,.2,.01),n),[0,.15,.15],[0,Math.PI/2,0]]],XZ:[[new se(new Lt(.2,.2,.01),n),[.15,0,.15],[-Math.PI/2,0,0]]],XYZ:[[new se(new Lt(.2,.2,.2),n),[0,0,0]]]},W={X:[[new sn(g,i),[-1e3,0,0],null,[1e6,1,1],"helper"]],Y:[[new sn(g,i),[0,-1e3,0],[0,0,Math.PI/2],[1e6,1,1],"helper"]],Z:[[new sn(g,i),[0,0,-1e3],[0,-Math.PI/2,0],[1e6,1,1],"helper"]]};function L(H){let Y=new lt;for(let z in H)for(let ne=H[z].length;ne--;){let V=H[z][ne][0].clone(),Q=H[z][ne][1],te=H[z][ne][2],Me=H[z][ne][3],Fe=H[z][ne][4];V.name=z,V.tag=Fe,Q&&V.position.set(Q[0],Q[1],Q[2]),te&&V.rotation.set(te[0],te[1],te[2]),Me&&V.scale.set(Me[0],Me[1],Me[2]),V.updateMatrix();let $=V.geometry.clone();$.applyMatrix4(V.matrix),V.geometry=$,V.renderOrder=1/0,V.position.set(0,0,0),V.rotation.set(0,0,0),V.scale.set(1,1,1),Y.add(V)}return Y}this.gizmo={},this.picker={},this.helper={},this.add(this.gizmo.translate=L(A)),this.add(this.gizmo.rotate=L(w)),this.add(this.gizmo.scale=L(N)),this.add(this.picker.translate=L(E)),this.add(this.picker.rotate=L(C)),this.add(this.picker.scale=L(U)),this.add(this.helper.translate=L(_)),this.add(this.helper.rotate=L(I)),this.add(this.helper.scale=L(W)),this.picker.translate.visible=!1,this.picker.rotate.visible=!1,this.picker.scale.visible=!1}updateMatrixWorld(e){let n=(this.mode==="scale"?"local":this.space)==="local"?this.worldQuaternion:rh;this.gizmo.translate.visible=this.mode==="translate",this.gizmo.rotate.visible=this.mode==="rotate",this.gizmo.scale.visible=this.mode==="scale",this.helper.translate.visible=this.mode==="translate",this.helper.rotate.visible=this.mode==="rotate",this.helper.scale.visible=this.mode==="scale";let i=[];i=i.concat(this.picker[this.mode].children),i=i.concat(this.gizmo[this.mode].children),i=i.concat(this.helper[this.mode].children);for(let r=0;r<i.length;r++){let o=i[r];o.visible=!0,o.rotation.set(0,0,0),o.position.copy(this.worldPosition);let a;if(this.camera.isOrthographicCamera?a=(this.camera.top-this.camera.bottom)/this.camera.zoom:a=this.worldPosition.distanceTo(this.cameraPosition)*Math.min(1.9*Math.tan(Math.PI*this.camera.fov/360)/this.camera.zoom,7),o.scale.set(1,1,1).multiplyScalar(a*this.size/4),o.tag==="helper"){o.visible=!1,o.name==="AXIS"?(o.visible=!!this.axis,this.axis==="X"&&(St.setFromEuler(nh.set(0,0,0)),o.quaternion.copy(n).multiply(St),Math.abs(ft.copy(Zo).applyQuaternion(n).dot(this.eye))>.9&&(o.visible=!1)),this.axis==="Y"&&(St.setFromEuler(nh.set(0,0,Math.PI/2)),o.quaternion.copy(n).multiply(St),Math.abs(ft.copy(Js).applyQuaternion(n).dot(this.eye))>.9&&(o.visible=!1)),this.axis==="Z"&&(St.setFromEuler(nh.set(0,Math.PI/2,0)),o.quaternion.copy(n).multiply(St),Math.abs(ft.copy(Ko).applyQuaternion(n).dot(this.eye))>.9&&(o.visible=!1)),this.axis==="XYZE"&&(St.setFromEuler(nh.set(0,Math.PI/2,0)),ft.copy(this.rotationAxis),o.quaternion.setFromRotationMatrix(O0.lookAt(N0,ft,Js)),o.quaternion.multiply(St),o.visible=this.dragging),this.axis==="E"&&(o.visible=!1)):o.name==="START"?(o.position.copy(this.worldPositionStart),o.visible=this.dragging):o.name==="END"?(o.position.copy(this.worldPosition),o.visible=this.dragging):o.name==="DELTA"?(o.position.copy(this.worldPositionStart),o.quaternion.copy(this.worldQuaternionStart),It.set(1e-10,1e-10,1e-10).add(this.worldPositionStart).sub(this.worldPosition).multiplyScalar(-1),It.applyQuaternion(this.worldQuaternionStart.clone().invert()),o.scale.copy(It),o.visible=this.dragging):(o.quaternion.copy(n),this.dragging?o.position.copy(this.worldPositionStart):o.position.copy(this.worldPosition),this.axis&&(o.visible=this.axis.search(o.name)!==-1));continue}o.quaternion.copy(n),this.mode==="translate"||this.mode==="scale"?(o.name==="X"&&Math.abs(ft.copy(Zo).applyQuaternion(n).dot(this.eye))>.99&&(o.scale.set(1e-10,1e-10,1e-10),o.visible=!1),o.name==="Y"&&Math.abs(ft.copy(Js).applyQuaternion(n).dot(this.eye))>.99&&(o.scale.set(1e-10,1e-10,1e-10),o.visible=!1),o.name==="Z"&&Math.abs(ft.copy(Ko).applyQuaternion(n).dot(this.eye))>.99&&(o.scale.set(1e-10,1e-10,1e-10),o.visible=!1),o.name==="XY"&&Math.abs(ft.copy(Ko).applyQuaternion(n).dot(this.eye))<.2&&(o.scale.set(1e-10,1e-10,1e-10),o.visible=!1),o.name==="YZ"&&Math.abs(ft.copy(Zo).applyQuaternion(n).dot(this.eye))<.2&&(o.scale.set(1e-10,1e-10,1e-10),o.visible=!1),o.name==="XZ"&&Math.abs(ft.copy(Js).applyQuaternion(n).dot(this.eye))<.2&&(o.scale.set(1e-10,1e-10,1e-10),o.visible=!1)):this.mode==="rotate"&&(ih.copy(n),ft.copy(this.eye).applyQuaternion(St.copy(n).invert()),o.name.search("E")!==-1&&o.quaternion.setFromRotationMatrix(O0.lookAt(this.eye,N0,Js)),o.name==="X"&&(St.setFromAxisAngle(Zo,Math.atan2(-ft.y,ft.z)),St.multiplyQuaternions(ih,St),o.quaternion.copy(St)),o.name==="Y"&&(St.setFromAxisAngle(Js,Math.atan2(ft.x,ft.z)),St.multiplyQuaternions(ih,St),o.quaternion.copy(St)),o.name==="Z"&&(St.setFromAxisAngle(Ko,Math.atan2(ft.y,ft.x)),St.multiplyQuaternions(ih,St),o.quaternion.copy(St))),o.visible=o.visible&&(o.name.indexOf("X")===-1||this.showX),o.visible=o.visible&&(o.name.indexOf("Y")===-1||this.showY),o.visible=o.visible&&(o.name.indexOf("Z")===-1||this.showZ),o.visible=o.visible&&(o.name.indexOf("E")===-1||this.showX&&this.showY&&this.showZ),o.visible=o.visible&&(o.name.indexOf("XY")===-1||this.showXY),o.visible=o.visible&&(o.name.indexOf("YZ")===-1||this.showYZ),o.visible=o.visible&&(o.name.indexOf("XZ")===-1||this.showXZ),o.visible=o.visible&&(o.name!=="E"||this.showE),o.visible=o.visible&&(o.name!=="XYZE"||this.showXYZE),o.material._color=o.material._color||o.material.color.clone(),o.material._opacity=o.material._opacity||o.material.opacity,o.material.color.copy(o.material._color),o.material.opacity=o.material._opacity,this.enabled&&this.axis&&(o.name===this.axis?(o.material.color.copy(this.materialLib.active.color),o.material.opacity=1):this.axis.split("").some(function(l){return o.name===l})&&(o.material.color.copy(this.materialLib.active.color),o.material.opacity=1))}super.updateMatrixWorld(e)}},Rf=class extends se{constructor(){super(new On(1e5,1e5,2,2),new ht({visible:!1,wireframe:!0,side:nt,transparent:!0,opacity:.1,toneMapped:!1})),this.isTransformControlsPlane=!0,this.type="TransformControlsPlane"}updateMatrixWorld(e){let t=this.space;switch(this.position.copy(this.worldPosition),this.mode==="scale"&&(t="local"),sh.copy(Zo).applyQuaternion(t==="local"?this.worldQuaternion:rh),jo.copy(Js).applyQuaternion(t==="local"?this.worldQuaternion:rh),$o.copy(Ko).applyQuaternion(t==="local"?this.worldQuaternion:rh),ft.copy(jo),this.mode){case"translate":case"scale":switch(this.axis){case"X":ft.copy(this.eye).cross(sh),pi.copy(sh).cross(ft);break;case"Y":ft.copy(this.eye).cross(jo),pi.copy(jo).cross(ft);break;case"Z":ft.copy(this.eye).cross($o),pi.copy($o).cross(ft);break;case"XY":pi.copy($o);break;case"YZ":pi.copy(sh);break;case"XZ":ft.copy($o),pi.copy(jo);break;case"XYZ":case"E":pi.set(0,0,0);break}break;default:pi.set(0,0,0)}pi.length()===0?this.quaternion.copy(this.cameraQuaternion):(ah.lookAt(It.set(0,0,0),pi,ft),this.quaternion.setFromRotationMatrix(ah)),super.updateMatrixWorld(e)}};var dE={rotate:"rotate",move:"translate",scale:"scale",reach:"translate"},fE=.75,lh=class{constructor(e,t,n,i,r){this.data=e;this.stage=t;this.store=n;this.model=i;this.objects=r;t.overlay.add(this.handle),this.controls=new oh(t.camera,t.renderer.domElement),this.controls.size=fE,this.controls.attach(this.handle),t.overlay.add(this.controls.getHelper()),t.onCamera.push(o=>this.controls.camera=o),this.controls.addEventListener("change",()=>t.draw()),n.on(["tool"],()=>t.draw()),this.controls.addEventListener("dragging-changed",({value:o})=>{this.isDragging=!!o,t.controls.enabled=!o,this.remember()}),this.controls.addEventListener("objectChange",()=>this.follow())}data;stage;store;model;objects;controls;handle=new lt;before={position:new S,quaternion:new be,scale:new S};isDragging=!1;takes(e){if(!this.controls.enabled)return!1;let{x:t,y:n}=this.stage.toCamera(e.clientX,e.clientY);return this.isDragging||this.controls.pointerHover({x:t,y:n,button:e.button}),this.isDragging||this.controls.axis!==null}get isGazing(){let{gaze:e,selected:t}=this.store.state;return e==="target"&&t===null}update(){let{selected:e,shown:t,tool:n,space:i,layout:r}=this.store.state,o=e===null?void 0:this.model.nodes[e],a=!this.data.other||r==="first"||r==="slider",l=n!=="reach"||e!==null&&Zr(this.data,e)!==null,c=t.gizmo&&a&&!this.data.four&&(o!==void 0&&l||this.isGazing);this.controls.enabled=c,this.controls.getHelper().visible=c,c&&(this.controls.setMode(this.isGazing?"translate":dE[n]),this.controls.setSpace(this.isGazing||n==="reach"?"world":i),!this.isDragging&&(o?o.matrixWorld.decompose(this.handle.position,this.handle.quaternion,new S):this.handle.position.set(...this.store.state.gazeTarget),this.handle.scale.set(1,1,1),this.handle.updateMatrixWorld(),this.remember()))}remember(){let{position:e,quaternion:t,scale:n}=this.handle;this.before.position.copy(e),this.before.quaternion.copy(t),this.before.scale.copy(n)}follow(){let{selected:e,tool:t}=this.store.state,{position:n,quaternion:i,scale:r}=this.handle;if(this.isDragging){if(this.isGazing)this.store.change(["pose"],o=>o.gazeTarget=n.toArray());else{if(e===null)return;t==="rotate"?this.objects.poser.rotateInWorld(e,i.clone().multiply(this.before.quaternion.clone().invert())):t==="move"?this.objects.poser.moveInWorld(e,n.clone().sub(this.before.position)):t==="reach"?this.objects.poser.reach(e,n):this.objects.poser.stretch(e,r.clone().divide(this.before.scale))}this.objects.pose(),this.remember()}}};var pE=3,ch=["error","warning","info"],U0={error:"error",warning:"warning",info:"note"};function mE({findings:s,findingCounts:e}){let t=new Map(e.map(([n,i,r])=>[`${i} ${n}`,{rule:n,severity:i,count:r,listed:[]}]));for(let n of s)t.get(`${n.severity} ${n.rule}`)?.listed.push(n);return[...t.values()].sort((n,i)=>ch.indexOf(n.severity)-ch.indexOf(i.severity))}function gE(s){return s>999?"999+":s?String(s):""}function F0(s){let e=s.flatMap(({findingCounts:i})=>i),t=e.reduce((i,[,,r])=>i+r,0),n=G("finding-count");n.textContent=gE(t),n.title=Tn(t,"finding"),n.className=`badge ${ch.find(i=>e.some(([,r])=>r===i))??""}`}var hh=class{constructor(e,t,n){this.data=e;this.actions=t;this.holder=n;let i=mE(e);i.reduce((a,{count:l})=>a+l,0)||this.holder.append(ee("p","empty","No findings: the file follows every rule that Pantin checks."));let o=ch.filter(a=>i.some(l=>l.severity===a));o.length>1&&this.holder.append(this.filter(o,i));for(let a of i){let l=this.details(a);this.boxes.push([a.severity,l]),this.holder.append(l)}}data;actions;holder;hidden=new Set;boxes=[];filter(e,t){let n=ee("div","choice");n.setAttribute("role","group"),n.setAttribute("aria-label","Filter by severity");for(let i of e){let r=t.reduce((a,l)=>a+(l.severity===i?l.count:0),0),o=ee("button","",Tn(r,U0[i]));o.type="button",o.dataset.severity=i,o.setAttribute("aria-pressed","true"),o.addEventListener("click",()=>{this.hidden.delete(i)||this.hidden.add(i),o.setAttribute("aria-pressed",String(!this.hidden.has(i)));for(let[a,l]of this.boxes)l.hidden=this.hidden.has(a)}),n.append(o)}return n}details({rule:e,severity:t,count:n,listed:i}){let r=ee("details",`group ${t}`),o=ee("summary");o.append(ee("strong","",this.data.rules[e]??e),ee("span","rule",`${e} · ${Tn(n,U0[t])}`)),r.append(o);let a=!1,l=()=>{a||(a=!0,r.append(...i.map(c=>this.row(c))),n>i.length&&r.append(ee("p","empty",`and ${n-i.length} more: run pantin check to list all`)))};return r.addEventListener("toggle",l),n<=pE&&(l(),r.open=!0),r}row(e){let{node:t,clip:n,material:i}=e,r=this.action(e),o=ee(r?"button":"div","finding");o.append(ee("span","message",e.message));let a=t!==null?on(this.data,t):n!==null?`clip ${this.data.clips[n]?.name??n}`:"";if(o.append(ee("span","place",[a,e.location].filter(Boolean).join(" · "))),!r)return o;let l={node:t,clip:n,material:i};for(let[c,h]of Object.entries(l))h!==null&&(o.dataset[c]=String(h));return o.addEventListener("click",r),o}action({node:e,clip:t,material:n}){return e===null&&t===null&&n===null?null:()=>{t!==null&&t<this.data.clips.length&&this.actions.play(t),e!==null&&this.actions.select(e),n!==null&&this.actions.showMaterial(n)}}};var uh=class{constructor(e){this.store=e;this.current=this.snapshot(),this.clip=e.state.clip,e.on(["pose"],()=>this.record()),e.on(["clip"],()=>this.clip=e.state.clip)}store;past=[];future=[];current;isNew=!0;clip;mark(){this.isNew=!0}get canUndo(){return this.past.length>0}get canRedo(){return this.future.length>0}undo(){this.go(this.past,this.future)}redo(){this.go(this.future,this.past)}clear(){this.past.length=this.future.length=0,this.current=this.snapshot()}go(e,t){let n=e.pop();if(!n)return;let{clip:i,...r}=n;t.push(i===void 0?this.current:{...this.current,clip:this.clip}),this.current=r,this.isNew=!0,this.store.change(i===void 0?["pose"]:["pose","clip"],o=>{i!==void 0&&(o.clip=i);for(let a of["edits","weights","expressions","poses"])o[a]=new Map(n[a]);o.four.joints=new Map(n.joints),Object.assign(o,{gaze:n.gaze,gazeTarget:n.gazeTarget})})}record(){let e=this.snapshot();if(_E(e,this.current))return;let{clip:t}=this.store.state;this.isNew&&this.past.push(t===this.clip?this.current:{...this.current,clip:this.clip}),this.past.length>200&&this.past.shift(),this.isNew=!1,this.future.length=0,this.current=e}snapshot(){let{edits:e,weights:t,expressions:n,poses:i,four:r,gaze:o,gazeTarget:a}=this.store.state;return{gaze:o,gazeTarget:a,edits:new Map(e),weights:new Map(t),expressions:new Map(n),poses:new Map(i),joints:new Map(r.joints)}}};function _E(s,e){return Object.keys(s).every(t=>{let[n,i]=[s[t],e[t]];return n instanceof Map&&i instanceof Map?n.size===i.size&&[...n].every(([r,o])=>i.get(r)===o):n===i})}function k0(s){let[e,t,n]=s.map(i=>Kt.degToRad(i));return new be().setFromEuler(new Zt(e,t,n)).toArray()}function z0(s,e){let{x:t,y:n,z:i}=new Zt().setFromQuaternion(new be(...s)),r=[t,n,i].map(c=>Kt.radToDeg(c)),o=[r[0]+180,180-r[1],r[2]+180],a=c=>c.map(h=>B0(h)),l=c=>c.reduce((h,u,d)=>h+Math.abs(B0(u-(e[d]??0))),0);return l(o)<l(r)-1e-9?a(o):a(r)}function B0(s){return s-360*Math.round(s/360)}var H0=["x","y","z"],V0={rotate:"Rotate",move:"Move",scale:"Scale",reach:"Reach"},yE={local:"Local axes",world:"World axes"},vE=["rotate","move","scale"],xE={rotate:"Degrees relative to the clip or the rest pose, about the node's own axes: x, then y, then z.",move:"Relative to the clip or the rest pose, in the axes of the parent.",scale:"Relative to the clip or the rest pose, along the node's own axes.",reach:"Drag the handle or the bone: the two bones above follow (inverse kinematics)."},bE=3,dh=class{constructor(e,t,n,i){this.data=e;this.store=t;i&&this.addControls(n),G("tool").hidden=G("space").hidden=G("card-note").hidden=!i,this.movable=i,G("reset-bone").addEventListener("click",()=>this.resetBone()),G("close-card").addEventListener("click",()=>t.select(null)),G("heat-box").addEventListener("change",r=>t.toggle("heat",r.target.checked)),G("ramp").style.background=ic(e.weightScale),t.on(["selected","pose","shown","tool"],()=>this.update()),this.update()}data;store;card=G("card");controls=[];movable;last=null;addControls(e){let t={rotate:{min:-180,max:180,step:1,open:!0},move:{min:-e,max:e,step:e/1e3,open:!0},scale:{min:.05,max:bE,step:.01}},n=(i,r,o)=>{let a=ee("button","",r);return a.type="button",a.addEventListener("click",o),G(i).append(a),a};for(let i of $c){let r=n("tool",V0[i],()=>this.store.change(["tool"],o=>o.tool=i));r.dataset.tool=i}for(let i of Zc){let r=n("space",yE[i],()=>this.store.change(["tool"],o=>o.space=i));r.dataset.space=i}for(let i of vE)H0.forEach((r,o)=>{let a=$n(`${V0[i]} ${r}`,t[i],l=>this.change(i,o,l));a.row.classList.add(r),G("turns").append(a.row),this.controls.push({tool:i,...a})})}resetBone(){let{selected:e}=this.store.state;e!==null&&this.store.resetNode(e)}change(e,t,n){let{selected:i}=this.store.state;if(i===null)return;let r=this.values(i)[e];r[t]=n;let o={rotate:()=>({rotation:k0(r),angles:r}),move:()=>({translation:r}),scale:()=>({scale:r})};this.store.edit(i,o[e]())}update(){let{selected:e,shown:t,tool:n,space:i}=this.store.state;if(this.card.hidden=e===null,e===null)return;G("card-name").textContent=G("card-name").title=on(this.data,e);let r=this.data.skeletons.find(c=>c.joints.includes(e)),o=G("card-about");if(o.replaceChildren(ee("span","",`node ${e}`)),r){let c=ee("span","chip",r.name);c.style.borderColor=r.colour,o.append(c)}for(let c of G("tool").querySelectorAll("[data-tool]"))c.setAttribute("aria-pressed",String(c.dataset.tool===n));for(let c of G("space").querySelectorAll("[data-space]"))c.setAttribute("aria-pressed",String(c.dataset.space===i));G("space").hidden=!this.movable||!t.gizmo||!(n==="rotate"||n==="move");let a=n==="reach"&&!Zr(this.data,e);G("card-note").textContent=a?"Reach needs two joints above this one: select a hand or a foot.":xE[n];let l=this.values(e);this.last={node:e,angles:l.rotate},this.controls.forEach((c,h)=>{c.row.hidden=c.tool!==n,c.set(l[c.tool][h%H0.length]??0)}),G("heat-box").checked=t.heat,G("legend").hidden=!t.heat}values(e){let{rotation:t,translation:n,scale:i,angles:r}=this.store.state.edits.get(e)??Bi,o=this.last?.node===e?this.last.angles:[0,0,0];return{rotate:[...r??z0(t,o)],move:[...n],scale:[...i]}}};var ME=160,Cf={x:8,y:15},fh=class{constructor(e,t,n,i){this.holder=e;this.data=t;this.skeleton=n;this.stage=i}holder;data;skeleton;stage;spans=[];update(e,t,n){let i=[n,t,...e?this.skeleton.above.keys():[]],r=[...new Set(i)].filter(l=>l!==null&&this.skeleton.has(l)),o=[],a=0;for(let l of r){if(a>=ME)break;let c=this.stage.toWindow(this.skeleton.positionOf(l)),h=on(this.data,l),u=h.length*6.5,d=c&&o.some(f=>SE(f,c,u));!c||d&&l!==t&&l!==n||(o.push({...c,wide:u}),this.put(a++,h,c,l===t))}for(let l=a;l<this.spans.length;l++)this.spans[l].hidden=!0}put(e,t,n,i){let r=this.spans[e];r||(r=document.createElement("span"),this.holder.append(r),this.spans.push(r)),r.hidden=!1,r.textContent=t,r.classList.toggle("chosen",i),r.style.transform=`translate(${Math.round(n.x+8)}px, ${Math.round(n.y-8)}px)`}};function SE(s,e,t){return(e.x<s.x?s.x-e.x<t+Cf.x:e.x-s.x<s.wide+Cf.x)&&Math.abs(s.y-e.y)<Cf.y}var wE=["RGB","R","G","B","A"],TE=1024,ph=class{dialog=G("texture");canvas=G("texture-view");pixels=null;constructor(){for(let e of wE){let t=ee("button","",e);t.type="button",t.dataset.part=e,t.addEventListener("click",()=>this.show(e)),G("texture-channels").append(t)}G("close-texture").addEventListener("click",()=>this.dialog.close())}open(e,t){let n=Math.min(1,TE/Math.max(t.width,t.height));this.canvas.width=Math.max(1,Math.round(t.width*n)),this.canvas.height=Math.max(1,Math.round(t.height*n));let i=this.canvas.getContext("2d",{willReadFrequently:!0});i?.drawImage(t,0,0,this.canvas.width,this.canvas.height),this.pixels=i?.getImageData(0,0,this.canvas.width,this.canvas.height)??null,G("texture-title").textContent=e,G("texture-note").textContent=`${t.width} × ${t.height} pixels`,this.show("RGB"),this.dialog.showModal()}show(e){for(let t of G("texture-channels").querySelectorAll("button"))t.setAttribute("aria-pressed",String(t.dataset.part===e));this.pixels&&this.canvas.getContext("2d")?.putImageData(EE(this.pixels,e),0,0)}};function EE(s,e){let t=new ImageData(new Uint8ClampedArray(s.data),s.width),n="RGBA".indexOf(e);for(let i=0;i<t.data.length;i+=4)e!=="RGB"&&t.data.fill(s.data[i+n]??0,i,i+3),t.data[i+3]=255;return t}var mh=112,Pf=200,AE=2500;function Lf(s,e=""){return Object.entries(s).flatMap(([t,n])=>{if(typeof n!="object"||n===null||Array.isArray(n))return[];let{index:i}=n;return/texture$/i.test(t)&&typeof i=="number"?[{slot:e+RE(t),texture:i}]:t==="extensions"?Object.entries(n).flatMap(([r,o])=>Lf(o??{},`${r.replace(/^.*_/,"")} `)):t==="extras"?[]:Lf(n,e)})}function RE(s){return s.replace(/Texture$/,"").replace(/([A-Z])/g," $1").toLowerCase().trim()}function CE(s){let e=s.pbrMetallicRoughness??{},t=(r,o)=>typeof r=="number"?r:o,n=[`metallic ${t(e.metallicFactor,1)}`,`roughness ${t(e.roughnessFactor,1)}`],i=Object.keys(s.extensions??{});return i.includes("KHR_materials_unlit")&&n.splice(0,2,"unlit"),i.includes("VRMC_materials_mtoon")&&n.splice(0,2,"MToon"),s.alphaMode==="BLEND"&&n.push("blended"),s.alphaMode==="MASK"&&n.push(`masked at ${t(s.alphaCutoff,.5)}`),s.doubleSided===!0&&n.push("double-sided"),n}var Jo=class{constructor(e){this.model=e}model;isFilled=!1;fill(){if(this.isFilled)return;this.isFilled=!0;let{json:e}=this.model.gltf.parser,t=Array.isArray(e.materials)?e.materials:[],n=G("materials");t.length||n.append(ee("p","empty","This model has no materials.")),t.slice(0,Pf).forEach((i,r)=>n.append(this.row(i,r))),t.length>Pf&&n.append(ee("p","empty",`and ${t.length-Pf} more`))}reveal(e){let t=G("materials").querySelector(`[data-material="${e}"]`);t?.scrollIntoView({block:"nearest"}),t?.classList.add("marked"),setTimeout(()=>t?.classList.remove("marked"),AE)}row(e,t){let n=ee("div","material");n.dataset.material=String(t);let i=ee("h2","sub",typeof e.name=="string"&&e.name?e.name:`material ${t}`),r=e.pbrMetallicRoughness?.baseColorFactor??[1,1,1,1],o=ee("i","swatch");o.style.background=`rgb(${r.slice(0,3).map(l=>Math.round(255*PE(l))).join(" ")})`,i.prepend(o),n.append(i,ee("p","facts",CE(e).join(" · ")));let a=ee("div","textures");for(let l of Lf(e))a.append(this.thumbnail(l));return n.append(a),n}thumbnail({slot:e,texture:t}){let n=ee("figure"),i=ee("figcaption","",e),r=ee("canvas");r.width=r.height=mh,r.setAttribute("role","img"),r.setAttribute("aria-label",`Texture ${e}`);let o=ee("button");return o.type="button",o.append(r),o.addEventListener("click",()=>{this.enlarge(e,t)}),n.append(o,i),this.load(t,r).then(a=>n.title=`${e}, texture ${t}: ${a}`,()=>n.title=`${e}, texture ${t}: not available`),n}async enlarge(e,t){let{image:n}=await this.image(t);(this.viewer??=new ph).open(`${e}, texture ${t}`,n)}viewer=null;image(e){return this.model.gltf.parser.getDependency("texture",e)}async load(e,t){let{image:n}=await this.image(e),i=mh/Math.max(n.width,n.height),[r,o]=[n.width*i,n.height*i];return t.getContext("2d")?.drawImage(n,(mh-r)/2,(mh-o)/2,r,o),`${n.width} × ${n.height} pixels`}};function PE(s){let e=Math.min(Math.max(s,0),1);return e<=.0031308?e*12.92:1.055*e**(1/2.4)-.055}var G0=100,gs=s=>String(Number(s.toPrecision(6))),_s=s=>Array.from(s,gs).join(","),Qo=s=>s.split(",").map(e=>e.trim()?Number(e):NaN);function gh(s,e){return Array.from(s,([t,n])=>`${t}:${e(n)}`).join(";")}function*If(s){for(let e of(s??"").split(";")){let[t,n]=e.split(":");t&&n&&(yield[t,Qo(n)])}}var ea=(s,e)=>/^\d+$/.test(s)&&Number(s)<e?Number(s):null,W0=[["pose","rotation",1],["move","translation",1/0],["scale","scale",G0]];function X0(s,e){let t=new URLSearchParams,n=Object.entries(s.shown).filter(([,r])=>r);t.set("show",n.map(([r])=>r).join(","));let i=(r,o,a="")=>{o!==a&&t.set(r,o)};i("node",s.selected===null?"":String(s.selected)),i("clip",s.clip===null?"":String(s.clip)),i("time",gs(s.time),"0"),i("play",s.playing?"1":""),i("speed",gs(s.speed),"1"),c0(s.four,i),i("turntable",s.turntable?"1":""),i("tool",s.tool,"rotate"),i("space",s.space,"local"),i("loop",s.loop,"loop"),i("range",s.range?_s(s.range):""),i("channel",s.channel,"lit"),i("hide",_s(s.hidden)),i("variant",s.variant===null?"":String(s.variant)),i("gaze",s.gaze,"pose"),s.gaze==="target"&&i("gazeTo",_s(s.gazeTarget)),i("firstPerson",s.firstPerson?"1":""),i("layout",s.layout,"slider"),i("split",gs(s.split),"0.5");for(let[r,o]of W0)i(r,LE(s.edits,o));return i("blend",gh(s.weights,gs)),i("expressions",gh(s.expressions,gs)),i("poses",gh(s.poses,gs)),i("dark",e.dark?"1":"0"),i("tab",e.tab),i("panel",e.folded?"0":"1"),i("from",_s(e.camera.position)),i("to",_s(e.camera.target)),e.camera.high!==void 0&&i("high",gs(e.camera.high)),t.toString()}function LE(s,e){let t=Array.from(s,([n,i])=>[n,i[e]]);return gh(new Map(t.filter(([,n])=>_s(n)!==_s(Bi[e]))),_s)}function q0(s,e,t){let n=new URLSearchParams(s.replace(/^#/,"")),i=(l,c)=>ea(n.get(l)??"",c),r=(l,c,h)=>{let u=Number(n.get(l)||NaN);return u>=c&&u<=h?u:null};DE(n.get("show"),e.shown),e.selected=i("node",t.nodes)??e.selected;let[o,a]=[i("clip",t.clips),r("time",0,1e9)];return e.clip=n.has("show")?o:o??e.clip,(n.has("show")||a!==null)&&(e.playing=n.get("play")==="1"),h0(n,e.four,t.nodes),e.time=a??e.time,e.speed=r("speed",.01,4)??e.speed,e.turntable=n.get("turntable")==="1",e.tool=$c.find(l=>l===n.get("tool"))??e.tool,e.layout=jc.find(l=>l===n.get("layout"))??e.layout,e.split=r("split",0,1)??e.split,IE(n,e,t),NE(n,e,t),OE(n)}function IE(s,e,t){let n=(l,c,h)=>c.find(u=>u===s.get(l))??h;e.space=n("space",Zc,e.space),e.loop=n("loop",Kc,e.loop),e.channel=n("channel",Jc,e.channel),e.gaze=n("gaze",Qc,e.gaze),e.firstPerson=s.get("firstPerson")==="1",e.variant=ea(s.get("variant")??"",t.variants);let[i=NaN,r=NaN]=Qo(s.get("range")??"");e.range=i>=0&&r>i&&r<1e9?[i,r]:null;let o=Qo(s.get("gazeTo")??"");o.length===3&&o.every(Number.isFinite)&&(e.gazeTarget=o);let a=(s.get("hide")??"").split(",").map(l=>ea(l,t.nodes));e.hidden=new Set(a.filter(l=>l!==null))}function DE(s,e){if(s===null)return;let t=new Set(s.split(","));for(let n of Object.keys(e))e[n]=t.has(n)}function NE(s,e,t){for(let[i,r,o]of W0)for(let[a,l]of If(s.get(i))){let c=ea(a,t.nodes),h=l.every(d=>Number.isFinite(d)&&Math.abs(d)<=o),u=l.length===Bi[r].length&&h&&(r!=="rotation"||Math.hypot(...l)>.5);c!==null&&u&&e.edits.set(c,{...Bi,...e.edits.get(c),[r]:l})}for(let[i,[r=NaN]]of If(s.get("blend")))/^\d+\.\d+$/.test(i)&&Math.abs(r)<=G0&&e.weights.set(i,r);let n={expressions:t.expressions,poses:t.poses};for(let[i,r]of Object.entries(n))for(let[o,[a=NaN]]of If(s.get(i))){let l=ea(o,r);l!==null&&a>0&&a<=1&&e[i].set(l,a)}}function OE(s){let e={},t=Qo(s.get("from")??""),n=Qo(s.get("to")??""),i=h=>h.length===3&&h.every(Number.isFinite);i(t)&&i(n)&&(e.camera={position:t,target:n});let r=Number(s.get("high")||NaN);e.camera&&r>0&&r<1e9&&(e.camera.high=r);let o=h=>s.has(h)?s.get(h)==="1":null,[a,l,c]=[o("dark"),o("panel"),s.get("tab")];return a!==null&&(e.dark=a),l!==null&&(e.folded=!l),c&&(e.tab=c),e}function Df(s,e){new EventSource(`events?${s}`).addEventListener("message",n=>{let i=JSON.parse(n.data);i.problems&&FE(i.problems),i.reload&&(e(),location.reload())})}function FE(s){let e=G("problems");e.hidden=!s.length,e.replaceChildren(ee("strong","",Tn(s.length,"problem")),ee("span",""," in the current version of the file"),...s.slice(0,20).map(t=>{let n=ee("div",`problem ${t.severity}`);return n.append(ee("code","",t.location),ee("span","rule",t.rule),ee("span","",t.message)),n}))}var Y0="(max-width: 720px)",j0=60,$0=110,_h=220,Z0=720,ta=class{constructor(e){this.data=e;G("title").textContent=e.title,G("title").title=e.title,G("format").textContent=e.format,this.about();for(let t of this.tabs)t.addEventListener("click",()=>this.open(t.dataset.tab));G("tabs").addEventListener("keydown",t=>this.step(t)),matchMedia(Y0).matches&&this.toggle(),this.addResizing(),new ResizeObserver(()=>document.documentElement.style.setProperty("--bars",`${G("bars").offsetHeight}px`)).observe(G("bars"))}data;toast=G("toast");tabs=[...document.querySelectorAll("[data-tab]")];fading=0;isCardBeside=!1;onOpen=()=>{};onResize=()=>{};addResizing(){let e=G("resize"),t=n=>{let i=Math.min(Z0,innerWidth-200),r=Math.round(Math.min(Math.max(n,_h),Math.max(i,_h)));document.documentElement.style.setProperty("--panel",`${r}px`),e.setAttribute("aria-valuenow",String(r)),this.onResize()};e.setAttribute("aria-valuemin",String(_h)),e.setAttribute("aria-valuemax",String(Z0)),e.setAttribute("aria-valuenow",String(G("panel").offsetWidth||_h)),e.addEventListener("pointerdown",n=>e.setPointerCapture(n.pointerId)),e.addEventListener("pointermove",n=>{e.hasPointerCapture(n.pointerId)&&t(n.clientX-G("panel").getBoundingClientRect().left)}),e.addEventListener("keydown",n=>{let i={ArrowRight:1,ArrowLeft:-1}[n.key];i&&(n.preventDefault(),t(G("panel").offsetWidth+i*20))})}blank(e){G("blank").textContent=e,G("blank").hidden=!1}covered(){let e=G("bars").offsetHeight?G("bars").offsetHeight+18:0,t=G("card"),n=j0+(this.isCardBeside?t.offsetWidth+8:0);return matchMedia(Y0).matches?{left:0,right:0,top:t.hidden?54:t.offsetTop+t.offsetHeight,bottom:this.folded?e:innerHeight-G("panel").offsetTop}:{left:this.left,right:n,top:0,bottom:e}}get left(){return this.folded?0:G("panel").offsetWidth+24}makeRoom(e){let t=G("card"),{left:n,bottom:i,width:r}=t.getBoundingClientRect(),o=e!==null&&e.x>n-$0&&e.y<i+$0,a=innerWidth-this.left-j0<2*r;this.isCardBeside=!t.hidden&&(this.isCardBeside||o||a)}get folded(){return document.body.classList.contains("folded")}get tab(){return this.tabs.find(e=>e.getAttribute("aria-selected")==="true")?.dataset.tab??""}open(e){if(this.tabs.some(t=>t.dataset.tab===e)){for(let t of this.tabs){let n=t.dataset.tab===e;t.setAttribute("aria-selected",String(n)),t.tabIndex=n?0:-1,G(`tab-${t.dataset.tab}`).hidden=!n}this.onOpen(e)}}step(e){let t={ArrowRight:1,ArrowLeft:-1}[e.key];if(!t)return;e.preventDefault();let n=this.tabs.findIndex(r=>r.dataset.tab===this.tab),i=this.tabs[(n+t+this.tabs.length)%this.tabs.length];this.open(i?.dataset.tab),i?.focus()}about(){let{summary:e,statistics:t,licence:n,notes:i,skeletons:r}=this.data,{other:o}=this.data;for(let[a,l]of Object.entries({about:e,statistics:t,licence:n}))if(o)this.both(G(a),l,{about:o.summary,statistics:o.statistics,licence:o.licence}[a]??[]);else for(let[c,h]of l)G(a).append(ee("dt","",c),K0(h));G("statistics-title").hidden=!G("statistics").childElementCount,G("licence-title").hidden=!G("licence").childElementCount;for(let a of i)G("notes").append(ee("p","note",a));for(let a of r){let l=ee("p","skeleton"),c=ee("i");c.style.background=a.colour,l.append(c,ee("span","",`${a.name}: ${Tn(a.joints.length,"joint")}`)),G("skeletons").append(l)}}both(e,t,n){let[i,r]=[new Map(t),new Map(n)],o=[...new Set([...i.keys(),...r.keys()])];if(o.length){e.classList.add("both"),e.append(ee("dt","",""),ee("dd","head",this.data.title),ee("dd","head",this.data.other?.title));for(let a of o){let l=[i.get(a)??"–",r.get(a)??"–"].map(K0);if(i.get(a)!==r.get(a))for(let c of l)c.classList.add("differs");e.append(ee("dt","",a),...l)}}}toggle(){document.body.classList.toggle("folded")}approximate(e){let t=G("approximate");t.hidden=!e;let[n]=this.data.posed;e&&n&&(t.textContent=`Approximate: posed by hand, with four influences per vertex. ${n.reason}`)}copyLink(e){if(window.parent!==window)return this.say("No link in a notebook: save the page to share it");if(location.protocol==="blob:")return this.say("No link to a dropped model: write a page to share with pantin view");let t=location.protocol==="file:"?": it works on this computer only. To share, send the page itself":"";this.copy(e,`Link copied${t}`,()=>{location.replace(e),this.say(`The link is in the address bar${t}`)})}copy(e,t,n){if(!navigator.clipboard||window.parent!==window)return n();navigator.clipboard.writeText(e).then(()=>this.say(t),n)}save(e,t){if(window.parent!==window)return this.say("Saving is blocked in a notebook: open the page in its own window");let n=ee("a");n.href=URL.createObjectURL(e),n.download=t,n.click(),setTimeout(()=>URL.revokeObjectURL(n.href),1e4)}say(e){e&&(this.toast.textContent=e,this.toast.classList.add("on"),clearTimeout(this.fading),this.fading=window.setTimeout(()=>this.toast.classList.remove("on"),Math.max(1800,e.length*60)))}};function K0(s){let e=ee("dd");if(!/^https?:\/\/[^\s]+$/.test(s))return e.textContent=s,e;let t=ee("a","",s);return t.href=s,t.target="_blank",t.rel="noopener noreferrer",e.append(t),e}var na=64,Qr=32,BE=64,Nf=class{constructor(e){this.mesh=e;let{index:t}=e.geometry;this.index=t;let n=e.geometry.getAttribute("position");this.triangles=n?Math.floor((t?.count??n.count)/3):0,this.runs=Math.ceil(this.triangles/na),this.boxes=new Float64Array(this.runs*6),this.groups=new Float64Array(Math.ceil(this.runs/Qr)*6),this.targets=[...e.geometry.morphAttributes.position??[]]}mesh;triangles;runs;boxes;joints=[];groups;groupJoints=[];moving=new Set;targets;farthest=0;index;corner(e){return this.index?.getX(e)??e}prepare(e){let t=performance.now()+e;if(!this.prepareRuns(t))return!1;for(let n of this.targets.splice(0,1))this.farthest=Math.max(this.farthest,kE(n));return this.targets.length===0||performance.now()<=t&&this.prepare(t-performance.now())}prepareRuns(e){if(this.joints.length===this.runs)return!0;let[t,n]=[this.boxFitter(),this.jointFinder()];do{let i=this.joints.length;t(i),this.joints.push(n(i)),(this.joints.length%Qr===0||this.joints.length===this.runs)&&this.group()}while(this.joints.length<this.runs&&(this.joints.length%BE||performance.now()<=e));return this.joints.length===this.runs}group(){let e=this.groupJoints.length*6,t=this.joints.slice(this.groupJoints.length*Qr);this.groups.fill(1/0,e,e+3).fill(-1/0,e+3,e+6),t.forEach((n,i)=>{let r=(this.groupJoints.length*Qr+i)*6;for(let o=0;o<3;o++)this.groups[e+o]=Math.min(this.groups[e+o],this.boxes[r+o]),this.groups[e+3+o]=Math.max(this.groups[e+3+o],this.boxes[r+3+o])}),this.groupJoints.push([...new Set(t.flat())])}lastOf(e){return Math.min((e+1)*na,this.triangles)}boxFitter(){let{boxes:e}=this,t=yh(this.mesh.geometry.getAttribute("position"),3),n=this.index?.array;return i=>{let[r,o]=[i*6,i*6+3];e.fill(1/0,r,o).fill(-1/0,o,o+3);for(let a=i*na*3;a<this.lastOf(i)*3;a++){let l=n?n[a]:a;for(let c=0;c<3;c++){let h=t[l*3+c];h<e[r+c]&&(e[r+c]=h),h>e[o+c]&&(e[o+c]=h)}}}}jointFinder(){let{mesh:e}=this;if(!(e instanceof Pt))return()=>[];let[t,n]=[yh(e.geometry.getAttribute("skinIndex"),4),yh(e.geometry.getAttribute("skinWeight"),4)],i=this.index?.array,r=new Int32Array(e.skeleton.bones.length).fill(-1);return o=>{let a=[];for(let l=o*na*3;l<this.lastOf(o)*3;l++){let c=(i?i[l]:l)*4;for(let h=c;h<c+4;h++){let u=t[h];r[u]===o||u>=r.length||!(n[h]>0)||(r[u]=o,a.push(u))}}for(let l of a)this.moving.add(l);return a}}hit(e,t){this.prepare(1/0);let{mesh:n}=this,i=n.matrixWorld.clone().invert(),r=new Nn(e.origin.clone().applyMatrix4(i),e.direction.clone().applyMatrix3(new Ce().setFromMatrix4(i))),o=null,a=[new S,new S,new S],l=new S,c=new S,h=t;for(let[u,d]of this.entries(r)){if(u>h)break;for(let f=d*na;f<this.lastOf(d);f++){if(a.forEach((p,g)=>n.getVertexPosition(this.corner(f*3+g),p)),!r.intersectTriangle(...a,!1,l))continue;let m=c.copy(l).applyMatrix4(n.matrixWorld).distanceTo(e.origin);if(m>=h)continue;h=m;let y=a.map(p=>p.distanceToSquared(l));o={distance:m,vertex:this.corner(f*3+y.indexOf(Math.min(...y))),mesh:n}}}return o}entries(e){let t=this.jointMatrices(),n=this.slack(),i=[];return this.groupJoints.forEach((r,o)=>{if(e_(this.groups,o,r,t,e,n)!==1/0)for(let a=o*Qr;a<Math.min((o+1)*Qr,this.runs);a++){let l=e_(this.boxes,a,this.joints[a],t,e,n);l<1/0&&i.push([l,a])}}),i.sort(([r],[o])=>r-o)}jointMatrices(){let{mesh:e}=this,t=new Map;if(!(e instanceof Pt))return t;let{skeleton:n,bindMatrix:i,bindMatrixInverse:r}=e;for(let o of this.moving){let a=n.bones[o];if(!a)continue;let l=new Se().multiplyMatrices(r,a.matrixWorld);t.set(o,l.multiply(n.boneInverses[o]??new Se).multiply(i))}return t}slack(){return this.farthest*(this.mesh.morphTargetInfluences??[]).reduce((e,t)=>e+Math.abs(t),0)}},J0=new Se;function yh(s,e){if(!(s instanceof Zi)&&s.itemSize===e&&!s.normalized)return s.array;let n=new Float32Array(s.count*e);for(let i=0;i<n.length;i++)n[i]=s.getComponent(Math.floor(i/e),i%e);return n}function kE(s){let e=yh(s,3),t=0;for(let n=0;n<e.length;n+=3){let[i,r,o]=[e[n],e[n+1],e[n+2]];t=Math.max(t,i*i+r*r+o*o)}return Math.sqrt(t)}function Q0(s,e,{centre:t,half:n},i){for(let r=0;r<3;r++){let[o,a]=[i[12+r],0];for(let l=0;l<3;l++){let c=i[l*4+r];o+=c*t[l],a+=Math.abs(c)*n[l]}o-a<s[r]&&(s[r]=o-a),o+a>e[r]&&(e[r]=o+a)}}function e_(s,e,t,n,i,r){let o={centre:[0,0,0],half:[0,0,0]},[a,l]=[[1/0,1/0,1/0],[-1/0,-1/0,-1/0]];for(let c=0;c<3;c++){let[h,u]=[s[e*6+c],s[e*6+3+c]];o.centre[c]=(h+u)/2,o.half[c]=(u-h)/2}if(t.length)for(let c of t)Q0(a,l,o,(n.get(c)??J0).elements);else Q0(a,l,o,J0.elements);return zE(a,l,i,r)}function zE(s,e,{origin:t,direction:n},i){let[r,o]=[0,1/0];for(let a=0;a<3;a++){let[l,c]=[t.getComponent(a),n.getComponent(a)],[h,u]=[s[a]-i-l,e[a]+i-l];if(c===0){if(h>0||u<0)return 1/0;continue}r=Math.max(r,Math.min(h/c,u/c)),o=Math.min(o,Math.max(h/c,u/c))}return r<=o?r:1/0}var vh=class{pickers=new Map;of(e){let t=this.pickers.get(e);return(!t||t.index!==e.geometry.index)&&this.pickers.set(e,t=new Nf(e)),t}prepare(e,t){let n=performance.now()+t;return e.every(i=>this.of(i).prepare(Math.max(0,n-performance.now())))}hit(e,t){let n=(i,r)=>this.of(r).hit(e,i?.distance??1/0)??i;return t.reduce(n,null)}};var Of=8,xh=class{constructor(e,t){this.data=e;this.model=t}data;model;box=G("readout");show(e,t){if(this.box.hidden=e===null,!e)return;let n=e.mesh instanceof Pt?Xs(e.mesh,e.vertex):[],i=n.slice(0,Of).flatMap(({joint:h,weight:u})=>{let d=this.model.nodes.indexOf(h);return[ee("span","",d<0?h.name:on(this.data,d)),ee("b","",u.toFixed(3))]});i.length||i.push(ee("span","","no skin"));let r=n.length>Of?[ee("span","",`and ${n.length-Of} more`)]:[];this.box.replaceChildren(ee("span","vertex",`vertex ${e.vertex}`),...i,...r);let[o,a]=[this.box.offsetWidth,this.box.offsetHeight],l=t.x+16+o>innerWidth?t.x-16-o:t.x+16,c=Math.min(t.y+12,innerHeight-a-8);this.box.style.transform=`translate(${Math.round(Math.max(4,l))}px, ${Math.round(c)}px)`}};var HE=8,VE=200,t_=4,bh=class{constructor(e,t,n,i,r,o,a,l){this.stage=t;this.store=n;this.skeleton=i;this.model=r;this.poser=o;this.movable=a;this.gizmo=l;this.readout=new xh(e,r),n.on(["shown"],()=>this.readout.show(null,new Ee));let c=t.renderer.domElement;c.addEventListener("pointerdown",h=>this.press(h),{capture:!0}),c.addEventListener("pointermove",h=>this.move(h)),c.addEventListener("pointerup",h=>this.release(h)),c.addEventListener("pointercancel",()=>this.drop()),c.addEventListener("pointerleave",()=>{this.hover(null),this.readout.show(null,new Ee)})}stage;store;skeleton;model;poser;movable;gizmo;hovered=null;grip=null;pressed=null;pressedJoint=null;ray=new Is;picker=new vh;isPreparing=!1;asked=()=>{};readout;get visible(){let{hidden:e}=this.store.state;return this.model.surfaces.filter(({node:t,mesh:n})=>n.isMesh&&!e.has(t)).map(({mesh:t})=>t)}prepare(){setTimeout(()=>{this.isPreparing||(this.ray.setFromCamera(new Ee,this.stage.camera),this.look(()=>{}))},VE)}look(e){let t=this.ray.ray.clone();this.asked=()=>e(this.picker.hit(t,this.visible)),this.isPreparing||this.answer()}answer(){this.isPreparing=!this.picker.prepare(this.visible,HE),this.isPreparing?setTimeout(()=>this.answer()):this.asked()}aim(e){return this.ray.setFromCamera(this.stage.toCamera(e.clientX,e.clientY),this.stage.camera),new Ee(e.clientX,e.clientY)}press(e){if(e.button!==0||this.gizmo.takes(e))return;this.pressed=this.aim(e);let t=this.skeleton.pick(this.ray);if(this.pressedJoint=t?.joint??null,!t||!this.movable||t.joint!==this.store.state.selected)return;let n=this.stage.camera.getWorldDirection(new S),i=new dn().setFromNormalAndCoplanarPoint(n,t.point);this.grip={joint:t.joint,held:t.point.clone(),plane:i,moved:!1},this.stage.controls.enabled=!1,this.stage.renderer.domElement.setPointerCapture(e.pointerId)}move(e){let t=this.aim(e);this.grip&&this.pressed?(this.grip.moved||t.distanceTo(this.pressed)>t_)&&this.pull(this.grip,e.shiftKey):e.buttons===0&&(this.hover(this.skeleton.pick(this.ray)?.joint??null),this.readWeights(t))}readWeights(e){let{shown:t,channel:n}=this.store.state;!t.heat&&n!=="dominant"?this.readout.show(null,e):this.isPreparing||this.look(i=>this.readout.show(i,e))}pull(e,t){let n=this.ray.ray.intersectPlane(e.plane,new S);if(!n)return;e.moved=!0;let i=this.skeleton.positionOf(e.joint),r=e.held.clone().sub(i),{tool:o}=this.store.state;o==="reach"?this.reach(e,i.add(n.clone().sub(e.held))):o==="move"?this.poser.moveInWorld(e.joint,n.clone().sub(e.held)):o==="scale"?this.poser.resize(e.joint,1+this.across(n.clone().sub(e.held))):this.turn(e,n,r,t),e.held.copy(n)}reach({joint:e},t){this.poser.reach(e,t)&&this.poser.apply()}across(e){return e.dot(new S(1,0,0).applyQuaternion(this.stage.camera.quaternion))/this.stage.size}turn(e,t,n,i){let r=this.skeleton.positionOf(e.joint),o=new be;i?o.setFromAxisAngle(n.normalize(),this.across(t.clone().sub(e.held))*Math.PI*2):o.setFromUnitVectors(n.normalize(),t.clone().sub(r).normalize()),this.poser.rotateInWorld(e.joint,o)}release(e){let t=this.aim(e),n=this.pressed!==null&&t.distanceTo(this.pressed)<=t_;n&&this.pressedJoint!==null?this.store.select(this.pressedJoint):n&&this.look(i=>this.pickSurface(i)),this.drop()}drop(){this.grip=this.pressed=this.pressedJoint=null,this.stage.controls.enabled=!0}pickSurface(e){if(!e||!this.movable)return this.store.select(null);let{mesh:t}=e,n=this.model.surfaces.find(i=>i.mesh===t);if(t instanceof Pt){let[i]=Xs(t,e.vertex),r=this.model.nodes.findIndex(o=>o!==void 0&&o===i?.joint);if(r>=0)return this.store.select(r)}this.store.select(n?.node??null)}hover(e){if(e===this.hovered)return;this.hovered=e;let t=this.movable&&e===this.store.state.selected;this.stage.renderer.domElement.style.cursor=e===null?"":t?"grab":"pointer",this.stage.draw()}};var ia=1e-6,zn=s=>Number(s.toPrecision(9))||0;function GE(s){let e=[];s.clip!==null&&e.push("--clip",an(s.clip),"--time",String(zn(s.time)));for(let[t,{rotation:n}]of s.byHand){let i=new Zt().setFromQuaternion(new be(...n),"ZYX"),r=[i.x,i.y,i.z].map(o=>Number(Kt.radToDeg(o).toFixed(4))||0);e.push("--set",an(`${t}=${r.join(",")}`))}for(let[t,n]of s.expressions)e.push("--expression",an(`${t}=${zn(n)}`));for(let[t,n]of s.blendByHand)e.push("--blend",an(`${t}=${zn(n)}`));return e.join(" ")}function an(s){return/^[\w.,:/@%+=-]+$/.test(s)?s:`'${s.replaceAll("'","'\\''")}'`}function WE(s){let e=Object.fromEntries(Array.from(s.changed,([n,{translation:i,rotation:r,scale:o}])=>[n,{translation:i.map(zn),rotation:r.map(zn),scale:o.map(zn)}])),t=n=>Object.fromEntries(Array.from(n,([i,r])=>[i,zn(r)]));return Uf({nodes:e,blend:t(s.blend),expressions:t(s.expressions)})}function Uf(s){return JSON.stringify(s,null,2).replace(/\[[^[\]{}]*\]/g,e=>e.replace(/\s+/g," "))}function i_(s){return{options:GE(s),file:WE(s),notes:XE(s)}}function XE(s){let e=[];return s.isSimulated&&e.push("The clip is not in the file: it was simulated or retargeted for this page. Use the pose file."),s.moved&&e.push(`${Tn(s.moved,"node")} moved or scaled by hand: options can only rotate, so use the file.`),s.unequal.length&&e.push(`Several meshes have ${s.unequal.join(", ")} with different weights: the last one is exported.`),e}function sa(s){let e=new Map;for(let t of s)e.set(t,(e.get(t)??0)+1);return s.map((t,n)=>t&&e.get(t)===1?t:String(n))}function Sh(s,e,t,n){let i=sa(s.names),r=new Set(e.edits.keys());for(let c of e.poses.keys())for(let[h]of s.poses[c]?.nodes??[])r.add(h);let o=e.clip===null?void 0:s.clips[e.clip],a=new Map([...n.face(e.clip,e.time).weights,...e.expressions]),l={clip:o?.reference??null,isSimulated:o?.reference===null,time:e.time,byHand:new Map,changed:new Map,blendByHand:new Map,blend:new Map,expressions:new Map(Array.from(a,([c,h])=>[s.expressions[c]?.name??String(c),h])),moved:0,unequal:[]};return t.nodes.forEach((c,h)=>{let u=c&&n.restOf(c),d=i[h];if(!u||d===void 0)return;let f={translation:c.position.toArray(),rotation:c.quaternion.toArray(),scale:c.scale.toArray()},m=1-Math.abs(c.quaternion.dot(u.quaternion))>ia*ia,y=Mh(f.translation,u.position.toArray())||Mh(f.scale,u.scale.toArray());(m||y)&&l.changed.set(d,f),r.has(h)&&(l.byHand.set(d,f),qE(s,e,h)&&l.moved++)}),YE(s,e,t,n,a,l),l}function qE(s,e,t){let n=e.edits.get(t),i=[...e.poses.keys()].flatMap(o=>s.poses[o]?.nodes.filter(([a])=>a===t)??[]);return[n?.translation??[0,0,0],...i.map(([,,o])=>o)].some(o=>Mh(o,[0,0,0]))||Mh(n?.scale??[1,1,1],[1,1,1])}function YE(s,e,t,n,i,r){let o=new Set([...i.keys()].flatMap(a=>(s.expressions[a]?.binds??[]).map(([l,c])=>`${l}.${c}`)));for(let{node:a,names:l,isNamed:c}of s.blendShapes){let h=t.surfaces.find(d=>d.node===a)?.mesh,u=h&&n.restOf(h)?.weights;l.forEach((d,f)=>{let m=`${a}.${f}`,y=c[f]?d:String(f),p=h?.morphTargetInfluences?.[f]??0,g=e.weights.has(m);g&&n_(r,r.blendByHand,y,p),(g||!o.has(m)&&Math.abs(p-(u?.[f]??0))>ia)&&n_(r,r.blend,y,p)})}}function n_(s,e,t,n){let i=e.get(t);i!==void 0&&Math.abs(i-n)>ia&&!s.unequal.includes(t)&&s.unequal.push(t),e.set(t,n)}function Mh(s,e){return s.some((t,n)=>Math.abs(t-(e[n]??0))>ia*Math.max(1,Math.abs(t)))}var wh=class{constructor(e,t,n,i,r=null){this.data=e;this.store=t;this.model=n;this.poser=i;this.four=r;let o=G("shapes");e.expressions.length&&o.append(ee("h2","sub","Expressions")),e.expressions.forEach((a,l)=>o.append(this.expression(a,l))),e.expressions.length&&e.blendShapes.length===1&&o.append(ee("h2","sub","Blend shapes"));for(let{node:a,names:l}of e.blendShapes)e.blendShapes.length>1&&o.append(ee("h2","sub",on(e,a))),l.forEach((c,h)=>o.append(this.row(`${a}.${h}`,c)));e.poses.length&&o.append(ee("h2","sub","Poses")),e.poses.forEach(({name:a},l)=>o.append(this.pose(l,a))),!e.blendShapes.length&&!e.poses.length&&!e.expressions.length&&o.append(ee("p","empty","This model has no blend shapes."))}data;store;model;poser;four;sliders=new Map;expressions=[];expression({name:e,binds:t},n){let i=$n(e,{min:0,max:1,step:.01},r=>this.store.change(["pose"],o=>{r||this.poser.plays(n)?o.expressions.set(n,r):o.expressions.delete(n);for(let[a,l]of t)o.weights.delete(`${a}.${l}`)}));return i.row.dataset.expression=e,this.expressions.push(i.set),i.row}follow(e,t){e(t()),this.store.on(["pose"],()=>e(t()))}row(e,t){let n=$n(t,{min:0,max:1,step:.01},i=>this.store.change(["pose"],r=>r.weights.set(e,i)));return n.row.dataset.shape=e,this.sliders.set(e,n.set),n.row}pose(e,t){let n=$n(t,{min:0,max:1,step:.01},i=>this.store.change(["pose"],r=>{i?r.poses.set(e,i):r.poses.delete(e)}));return n.row.dataset.pose=t,this.follow(n.set,()=>this.store.state.poses.get(e)??0),n.row}update(){this.expressions.forEach((e,t)=>e(this.poser.expressed.get(t)??0));for(let{node:e,names:t}of this.data.blendShapes){let n=this.model.surfaces.find(i=>i.node===e)?.mesh.morphTargetInfluences;t.forEach((i,r)=>{let o=n?.[r]??this.store.state.weights.get(`${e}.${r}`)??this.four?.weightOf(e,r);this.sliders.get(`${e}.${r}`)?.(o??0)})}}};var jE=["KHR_draco_mesh_compression","EXT_meshopt_compression","KHR_meshopt_compression"];function Th(s){return s.byteLength>=20&&new DataView(s).getUint32(0,!0)===1179937895}function s_(s){let e=Th(s)?new DataView(s).getUint32(12,!0):0,t=Th(s)?new Uint8Array(s,20,Math.min(e,s.byteLength-20)):new Uint8Array(s),n=new TextDecoder().decode(t);if(n.startsWith($E))throw new Error("it is a Git LFS pointer; fetch the file with: git lfs pull");try{return JSON.parse(n)}catch{throw new Error(s.byteLength?"it is not glTF, or damaged":"the file is empty")}}var $E="version https://git-lfs";function Eh(s){return/\.([a-z0-9]+)$/i.exec(s)?.[1]?.toLowerCase()??""}function r_({buffers:s,extensionsRequired:e}){if(s?.some(({uri:n})=>n!==void 0&&!n.startsWith("data:")))return"its data is in other files: drop them together with it";let t=jE.find(n=>e?.includes(n));return t?`it is compressed with ${t}`:null}function o_(s,e,t,n){let i=e.nodes??[],r=i.map(()=>-1);i.forEach(({children:c=[]},h)=>c.forEach(u=>r[u]=h));let o=QE(t),a=e.extensions?.VRM!==void 0,l={rule:"",severity:"info",message:`Try: pantin check ${an(s)}`,location:"",node:null,clip:null,material:null};return{...ZE,weightScale:n.weightScale,studio:n.studio,title:s,format:Eh(s),summary:KE(e,t),notes:[`Dropped file: nodes, meshes, materials, clips and blend shapes only. For springs, expressions and findings, use pantin view ${an(s)}`],front:a?180:0,names:i.map(c=>c.name??null),parents:r,joints:JE(e),skeletons:(e.skins??[]).map(({name:c,joints:h=[]},u)=>({name:c??`skin ${u}`,colour:Mf,joints:h})),clips:o,clip:o.length?0:null,properties:[],blendShapes:eA(e),humanoid:nA(e),facesBack:a,findings:[l],findingCounts:[["","info",1]],rules:{"":"Not checked: dropped files are shown without running the rules"}}}var ZE={statistics:[],licence:[],bounds:null,moving:null,tails:[],expressions:[],poses:[],colliders:[],boneShapes:[],springs:[],constraints:[],lookAt:null,firstPerson:null,pose:null,distances:null,other:null,posed:[],four:null,live:0};function KE({nodes:s=[],meshes:e=[],materials:t=[],skins:n=[]},{surfaces:i,gltf:r}){let o=i.map(({mesh:h})=>h.geometry).filter(h=>h instanceof Ze),a=h=>o.reduce((u,d)=>u+h(d),0),l=h=>h.getAttribute("position")?.count??0,c={nodes:s.length,meshes:e.length,vertices:a(l),triangles:a(h=>Math.floor((h.index?.count??l(h))/3)),materials:t.length,skins:n.length,clips:r.animations.length};return Object.entries(c).flatMap(([h,u])=>u?[[h,u.toLocaleString("en")]]:[])}function JE({nodes:s=[],skins:e=[]}){let t=new Set(e.flatMap(n=>n.joints??[]));return t.size||s.forEach(({mesh:n},i)=>n===void 0&&t.add(i)),[...t].filter(n=>n<s.length).sort((n,i)=>n-i)}function QE({gltf:s}){let e=s.animations.map(({name:t})=>t);return s.animations.map(({name:t,duration:n},i)=>{let r=t!==""&&e.indexOf(t)===e.lastIndexOf(t);return{name:t||`clip ${i}`,seconds:n,springs:!1,rate:Vs,reference:r?t:String(i)}})}function eA({nodes:s=[],meshes:e=[]}){return s.flatMap(({mesh:t=-1},n)=>{let{primitives:i=[],extras:r}=e[t]??{},o=i[0]?.targets?.length??0,a=Array.isArray(r?.targetNames)?r.targetNames:[],l=Array.from({length:o},(c,h)=>typeof a[h]=="string");return o?[{node:n,names:l.map((c,h)=>c?String(a[h]):`shape ${h}`),isNamed:l}]:[]})}var tA={Proximal:"Metacarpal",Intermediate:"Proximal"};function nA({extensions:s,nodes:e=[]}){let t=Object.entries(s?.VRMC_vrm?.humanoid?.humanBones??{}).map(([i,{node:r}])=>({bone:i,node:r})),n=s?.VRM?.humanoid?.humanBones??[];for(let{bone:i="",node:r}of n)t.push({bone:i.replace(/(?<=Thumb)(Proximal|Intermediate)$/,o=>tA[o]??o),node:r});return Object.fromEntries(t.flatMap(({bone:i,node:r=-1})=>r>=0&&r<e.length?[[i,r]]:[]))}async function a_(s,e,t){if(Th(s))return s;let n=new Map(t.map(r=>[r.name,r])),i=!1;for(let r of[...e.buffers??[],...e.images??[]]){let o=r.uri===void 0?void 0:n.get(iA(r.uri));if(!o)continue;let a=r.mimeType??(o.type||"application/octet-stream");r.uri=`data:${a};base64,${lc(new Uint8Array(await o.arrayBuffer()))}`,i=!0}return i?new TextEncoder().encode(JSON.stringify(e)).buffer:s}function iA(s){let e=s.split("/").pop()??"";try{return decodeURIComponent(e)}catch{return e}}var Bf=s=>typeof s=="object"&&s!==null&&!Array.isArray(s);function c_(s){let e=["nodes","blend","expressions"];return Bf(s)&&Object.keys(s).length>0&&Object.entries(s).every(([t,n])=>e.includes(t)&&Bf(n))}function Ff(s,e){return Array.isArray(s)&&s.length===e&&s.every(t=>typeof t=="number"&&Number.isFinite(t))?s:null}function h_(s,e,t,n,i){let r=[],o=sA(s.nodes??{},e,t,n,r),a=l_(s.blend??{},r,c=>e.blendShapes.flatMap(({node:h,names:u})=>u.flatMap((d,f)=>d===c||String(f)===c?[`${h}.${f}`]:[]))),l=l_(s.expressions??{},r,c=>e.expressions.flatMap((h,u)=>h.name===c?[u]:[]));return i.change(["clip","pose"],c=>{Object.assign(c,{clip:null,playing:!1,edits:o,weights:a,expressions:l,poses:new Map})}),{nodes:o.size,shapes:a.size+l.size,unknown:r}}function sA(s,e,t,n,i){let r=new Map(sa(e.names).map((a,l)=>[a,l])),o=new Map;for(let[a,l]of Object.entries(s)){let c=r.get(a)??e.names.indexOf(a),h=t.nodes[c],u=h&&n.restOf(h);!u||!Bf(l)?i.push(a):o.set(c,rA(l,u))}return o}function l_(s,e,t){let n=new Map;for(let[i,r]of Object.entries(s)){let o=typeof r=="number"?t(i):[];o.length||e.push(i);for(let a of o)n.set(a,r)}return n}function rA(s,e){let[t,n,i]=[Ff(s.translation,3),Ff(s.rotation,4),Ff(s.scale,3)],r={...Bi};return n&&(r.rotation=e.quaternion.clone().invert().multiply(new be(...n).normalize()).toArray()),t&&(r.translation=new S(...t).sub(e.position).toArray()),i&&(r.scale=i.map((o,a)=>o/(e.scale.getComponent(a)||1))),r}function d_(s,e,t,n){let r=s.gltf.parser.json.extensions?.VRMC_vrm_animation,[o]=s.gltf.animations;if(!r||!o)return null;s.root.updateMatrixWorld(!0);let a=u=>o.tracks.filter(({name:d})=>oA(d,u)),l=[],c=[];for(let[u,{node:d=-1}]of Object.entries(r.humanoid?.humanBones??{})){let[f,m]=[s.nodes[d],t.nodes[e.humanoid[u]??-1]],y=f?a(f):[];!f||!y.length||(m?l.push(...y.flatMap(p=>cA(p,u,u_(f,aA),m,u_(m,g=>lA(n,g)),e.facesBack))):c.push(u))}let h=new uc(r,e,s,a);return{clip:new Di(o.name,o.duration,l),face:h,missing:[...c,...h.missing]}}function oA(s,e){let t=s.slice(0,s.lastIndexOf("."));return t===e.name||t===e.uuid}var aA=s=>s.matrix;function lA(s,e){let t=s.restOf(e);return t?new Se().compose(t.position,t.quaternion,t.scale):new Se}function u_(s,e){let t=new Se,n=new be,i=o=>{let a=new be;return o.decompose(new S,a,new S),a};for(let o=s.parent;o;o=o.parent)t.premultiply(e(o)),n.premultiply(i(e(o)));let r=t.clone().multiply(e(s));return{turn:n.clone().multiply(i(e(s))),parentTurn:n,parent:t,height:new S().setFromMatrixPosition(r).y}}function cA(s,e,t,n,i,r){let o=s.name.slice(s.name.lastIndexOf(".")+1),a=s.clone();if(a.name=`${n.uuid}.${o}`,a.values=s.values.slice(),o==="quaternion")hA(a.values,t,i,r);else if(o==="position"&&e==="hips")uA(a,t,i,r);else return[];return[a]}function hA(s,e,t,n){let[i,r]=[e.turn.clone().invert(),t.parentTurn.clone().invert()],o=new be;for(let a=0;a<s.length;a+=4)o.fromArray(s,a).premultiply(e.parentTurn).multiply(i),n&&o.set(-o.x,o.y,-o.z,o.w),o.premultiply(r).multiply(t.turn).toArray(s,a)}function uA(s,e,t,n){let{values:i,times:r}=s,o=e.height?t.height/e.height:1,a=n?-1:1,l=new Se().copy(t.parent).invert().multiply(new Se().makeScale(a*o,o,a*o)).multiply(e.parent),c=l.clone().setPosition(0,0,0),h=i.length===r.length*9,u=new S;for(let d=0;d<i.length;d+=3)u.fromArray(i,d).applyMatrix4(h&&d/3%3!==1?c:l).toArray(i,d)}var dA=192<<20,fA=["vrma","bvh","fbx"],f_=["glb","gltf","vrm"],p_=/\.(fbx|usd[acz]?|g4b|g4tf|g3b|g3tf|g4mf|obj|stl|n?off|4off|npz|rig[ys]\.ya?ml)$/i,Ah=class{constructor(e,t,n,i,r,o,a){this.data=e;this.store=t;this.model=n;this.clips=i;this.playback=o;this.open=a;let l=G("drop"),c=h=>h.dataTransfer?.types.includes("Files")??!1;addEventListener("dragover",h=>{c(h)&&(h.preventDefault(),l.hidden=!1)}),addEventListener("dragleave",h=>l.hidden=h.relatedTarget===null?!0:l.hidden),addEventListener("drop",h=>{if(!c(h))return;h.preventDefault(),l.hidden=!0;let u=[...h.dataTransfer?.files??[]],d=u.find(({name:f})=>f_.includes(Eh(f)))??u[0];d&&this.take(d,u).then(f=>r.say(f))}),G("close-dropped").addEventListener("click",()=>this.dialog.close())}data;store;model;clips;playback;open;dialog=G("dropped");async take(e,t=[e]){let n=`Open it with: pantin view ${an(e.name)}`;if(t.reduce((o,{size:a})=>o+a,0)>dA)return`${e.name} is too large to drop here. ${n}`;let i=Eh(e.name);try{if(i==="json")return this.pose(e.name,JSON.parse(await e.text()));if(i==="vrma"&&this.data.humanoid.hips!==void 0)return await this.vrma(e);if(fA.includes(i))return this.refuseMotion(e);if(f_.includes(i))return await this.gltf(e,t,n)}catch(o){return`${e.name} cannot be read: ${o instanceof Error?o.message:String(o)}`}return`Supported here: models and clips (.glb, .gltf, .vrm), pose files (.json) and, for a VRM, motions (.vrma)${p_.test(e.name)?`. ${n}`:""}`}pose(e,t){if(this.data.four)return"Pose files of 4D models are not supported here: use pantin pose";if(!c_(t))return`${e} is not a pose file (expected nodes, blend or expressions)`;let{nodes:n,shapes:i,unknown:r}=h_(t,this.data,this.model,this.clips,this.store),o=r.length?`; not in this model: ${r.slice(0,3).join(", ")}${r.length>3?` and ${r.length-3} more`:""}`:"";return`Pose applied: ${n} nodes, ${i} weights${o}`}async gltf(e,t,n){let i=await e.arrayBuffer(),r=s_(i),o=await a_(i,r,t),a=r_(r);if(a)return`${e.name} cannot be opened here: ${a}. ${n}`;let l=await cs(o.slice(0)),c=l.gltf.animations.map(d=>this.fit(d)).filter(({share:d})=>d>=.5),h=()=>(this.add(c,e.name),c.length===1?`Added 1 clip from ${e.name}`:`Added ${c.length} clips from ${e.name}`),u=()=>(this.open(o_(e.name,r,l,this.data),o),`Opening ${e.name}`);return!l.surfaces.length&&l.gltf.animations.length?c.length?h():this.refuseMotion(e):window.parent!==window?c.length?h():`A notebook view shows one model. ${n}`:c.length?this.choose(e.name,c.length,h,u):u()}choose(e,t,n,i){return G("dropped-title").textContent=e,G("dropped-about").textContent=`This file is a model with ${Tn(t,"clip")} for the skeleton shown here.`,new Promise(r=>{let o={"add-dropped":n,"open-dropped":i};for(let[a,l]of Object.entries(o))G(a).onclick=()=>{r(l()),this.dialog.close()};this.dialog.onclose=()=>r(""),this.dialog.showModal()})}async vrma(e){let t=d_(await cs(await e.arrayBuffer()),this.data,this.model,this.clips);return t?!t.clip.tracks.length&&t.face.isEmpty?`${e.name} animates nothing in this model`:(this.add([t],e.name),`Added the motion from ${e.name}${t.missing.length?`; without effect on this model: ${t.missing.join(", ")}`:""}`):`${e.name} contains no VRM animation (VRMC_vrm_animation)`}refuseMotion(e){let t="The viewer plays .vrma on a VRM, and clips made for this skeleton",n=p_.test(e.name)?`, or to open it: pantin view ${an(e.name)}`:"";return`${t}. Try: pantin view ${an(this.data.title)} --motion ${an(e.name)}${n}`}add(e,t){for(let{clip:n,face:i}of e)this.clips.add(n,i),this.data.clips.push({name:n.name||t,seconds:n.duration,springs:!1,rate:Vs,reference:null});this.playback.list(),this.playback.choose(this.data.clips.length-e.length)}fit(e){let t=e.tracks.filter(({name:n})=>this.clips.knows(n.slice(0,n.lastIndexOf("."))));return{clip:new Di(e.name,e.duration,t),share:e.tracks.length?t.length/e.tracks.length:0}}};var Rh=class{shell=document.documentElement.cloneNode(!0);open(e,t){let n=this.shell.cloneNode(!0),i=(o,a)=>{let l=n.querySelector(o);l&&(l.textContent=a)};i("title",e.title),i("#page-data",pA(JSON.stringify(e))),i("#model",lc(new Uint8Array(t)));for(let o of["#frames","#other-frames","#other-model"])i(o,"");let r=new Blob([`<!doctype html>
${n.outerHTML}`],{type:"text/html;charset=utf-8"});location.assign(URL.createObjectURL(r))}};function pA(s){return s.replaceAll("<","\\u003c")}var m_=1,mA=5126,kf=class{parts=[];accessors=[];views=[];length=0;add(e,t,n){let i=new Float32Array(e),r={SCALAR:1,VEC3:3,VEC4:4}[t];return this.views.push({buffer:0,byteOffset:this.length,byteLength:i.byteLength}),this.accessors.push({bufferView:this.views.length-1,componentType:mA,count:e.length/r,type:t,...n}),this.parts.push(i),this.length+=i.byteLength,this.accessors.length-1}};function g_(s,e,t){let n=i=>{let r=i&&t.restOf(i);return r?{translation:r.position.toArray(),rotation:r.quaternion.toArray(),scale:r.scale.toArray()}:{translation:[0,0,0],rotation:[0,0,0,1],scale:[1,1,1]}};return s.names.map((i,r)=>{let o=e.nodes[r],a=n(o),l=o?{translation:o.position.toArray(),rotation:o.quaternion.toArray(),scale:o.scale.toArray()}:a;return{name:i,parent:s.parents[r]??-1,rest:a,now:l}})}function __(s,e,t){let n=g_(s,e,t);return x_(n,i=>v_(n[i]),{})}function y_(s,e,t,n){let i=g_(s,t,n);if(s.facesBack)for(let d of i)for(let f of[d.rest,d.now])gA(f);let r=Object.entries(s.humanoid).filter(([d])=>!d.endsWith("Eye")),o=new Map(r.map(([d,f])=>[f,d])),a={humanBones:Object.fromEntries(r.map(([d,f])=>[d,{node:f}]))},{expressions:l}=Sh(s,e,t,n),c={};for(let[d,f]of l){let m=s.expressions.find(p=>p.name===d)?.preset?"preset":"custom";(c[m]??={})[d]={node:i.length};let y={translation:[0,0,0],rotation:[0,0,0,1],scale:[1,1,1]};i.push({name:d,parent:-1,rest:y,now:{...y,translation:[f,0,0]}})}let h={specVersion:"1.0",humanoid:a,...l.size?{expressions:c}:{}};return x_(i,d=>{if(d>=s.names.length)return["translation"];let f=o.get(d);return v_(i[d]).filter(m=>m==="rotation"&&f||m==="translation"&&f==="hips")},{extensionsUsed:["VRMC_vrm_animation"],extensions:{VRMC_vrm_animation:h}})}function gA({translation:s,rotation:e}){[s[0],s[2]]=[-s[0],-s[2]],[e[0],e[2]]=[-e[0],-e[2]]}function v_({rest:s,now:e}){return["translation","rotation","scale"].filter(t=>e[t].some((n,i)=>Math.abs(n-(s[t][i]??0))>1e-7))}function x_(s,e,t){let n=new kf,i=n.add([0,m_],"SCALAR",{min:[0],max:[m_]}),r=[],o=[];s.forEach(({now:c},h)=>{for(let u of e(h)){let d=n.add([...c[u],...c[u]],u==="rotation"?"VEC4":"VEC3");o.push({sampler:r.length,target:{node:h,path:u}}),r.push({input:i,output:d,interpolation:"LINEAR"})}});let a=s.map(()=>[]);s.forEach(({parent:c},h)=>a[c]?.push(h));let l={asset:{version:"2.0",generator:"Pantin"},...t,scene:0,scenes:[{nodes:s.flatMap(({parent:c},h)=>c<0?[h]:[])}],nodes:s.map(({name:c,rest:h},u)=>({...c?{name:c}:{},...h,...a[u]?.length?{children:a[u]}:{}})),...o.length?{animations:[{name:"pose",channels:o,samplers:r}],accessors:n.accessors,bufferViews:n.views,buffers:[{byteLength:n.length}]}:{}};return _A(l,o.length?n.parts:[])}function _A(s,e){let t=new TextEncoder().encode(JSON.stringify(s)),n=t.length+(-t.length&3),i=e.reduce((c,{byteLength:h})=>c+h,0),r=new Uint8Array(20+n+(i?8+i:0)),o=new DataView(r.buffer),a=(c,...h)=>h.forEach((u,d)=>o.setUint32(c+4*d,u,!0));if(a(0,1179937895,2,r.length,n,1313821514),r.fill(32,20,20+n).set(t,20),!i)return r;a(20+n,i,5130562);let l=28+n;for(let c of e)r.set(new Uint8Array(c.buffer,c.byteOffset,c.byteLength),l),l+=c.byteLength;return r}var yA={slice:"Slice",orthographic:"Parallel",perspective:"Perspective"},vA=40,xA="xw",Ch=class{constructor(e,t,n){this.store=e;this.scene=t;this.suggested=n;let i=G("four");this.addModes(),this.distance=$n("Eye distance",{min:n*.55,max:n*3,step:n/200},r=>e.change(["four"],({four:o})=>o.distance=r)),this.distance.row.dataset.distance="",i.append(this.modes,this.distance.row,ee("h2","sub","Rotate the model, in degrees"));for(let r of fi)i.append(this.row(r));i.append(this.labelled("Rotations",this.rotate,"applied from left to right, as in --rotate")),i.append(this.labelled("Normal",this.normal,"of the slicing 3-space: x,y,z,w")),i.append(this.resetButton()),this.rotate.addEventListener("change",()=>this.enter(this.rotate,jr(this.rotate.value),r=>e.state.four.turns=r)),this.normal.addEventListener("change",()=>this.enter(this.normal,_f(this.normal.value),r=>e.state.four.normal=r)),this.scrub.step="any",this.scrub.addEventListener("input",()=>e.change(["four"],({four:r})=>r.offset=Number(this.scrub.value))),this.scrub.addEventListener("keydown",r=>this.nudge(r))}store;scene;suggested;scrub=G("slice");value=G("slice-value");rotate=ee("input","field");normal=ee("input","field");sliders=new Map;spins=new Map;modes=ee("div","choice");distance;paused=[];addModes(){this.modes.setAttribute("role","group"),this.modes.setAttribute("aria-label","4D display mode");for(let e of gf){let t=ee("button","",yA[e]);t.type="button",t.dataset.mode=e,t.addEventListener("click",()=>this.store.change(["four"],({four:n})=>n.mode=e)),this.modes.append(t)}}row(e){let{row:t,set:n}=$n(e,{min:-180,max:180,step:1},o=>this.store.change(["four"],({four:a})=>a.turns=qo(a.turns,e,o)));t.dataset.plane=e;let i=ee("button","spin","↻");i.type="button",i.title=`Keep rotating in ${e}`,i.setAttribute("aria-label",i.title),i.addEventListener("click",()=>this.spin(e)),this.sliders.set(e,n),this.spins.set(e,i);let r=ee("div","plane");return r.append(t,i),r}labelled(e,t,n){let i=ee("label","labelled");return t.spellcheck=!1,t.title=n,i.append(ee("span","",e),t),i}resetButton(){let e=ee("div","line"),t=ee("button","plain","Reset the view in 4D");return t.type="button",t.addEventListener("click",()=>this.store.change(["four"],({four:n})=>Object.assign(n,{turns:[],spin:[],normal:[...Ys],offset:0,distance:null}))),e.append(t),e}enter(e,t,n){e.setAttribute("aria-invalid",String(t===null)),t!==null&&this.store.change(["four"],()=>n(t))}nudge(e){let t={ArrowLeft:-1,ArrowDown:-1,ArrowRight:1,ArrowUp:1}[e.key];if(!t)return;e.preventDefault();let[n,i]=this.scene.extent;this.store.change(["four"],({four:r})=>r.offset=Math.min(i,Math.max(n,r.offset+t*(i-n)/100)))}spin(e){this.store.change(["four"],({four:t})=>{t.spin=t.spin.includes(e)?t.spin.filter(n=>n!==e):[...t.spin,e]})}toggle(){this.store.change(["four"],({four:e})=>{[e.spin,this.paused]=e.spin.length?[[],e.spin]:[this.paused.length?this.paused:[xA],[]]})}advance(e){let{four:t}=this.store.state;return t.spin.length?(this.store.change(["four"],()=>{for(let n of t.spin)t.turns=qo(t.turns,n,s0(Xo(t.turns,n)+vA*e))}),!0):!1}update(){let{four:e}=this.store.state,[t,n]=this.scene.extent;G("slicer").hidden=e.mode!=="slice",this.scrub.min=String(t),this.scrub.max=String(n),this.scrub.value=String(e.offset),as(this.scrub);let i=e.normal.join()===Ys.join()?"w":"offset";this.value.textContent=`${i} = ${e.offset.toFixed(3)}${this.scene.triangles?"":" (empty)"}`,this.distance.row.hidden=e.mode!=="perspective",this.distance.set(e.distance??this.suggested);for(let r of this.modes.querySelectorAll("[data-mode]"))r.setAttribute("aria-pressed",String(r.dataset.mode===e.mode));for(let r of fi)this.sliders.get(r)?.(Xo(e.turns,r)),this.spins.get(r)?.setAttribute("aria-pressed",String(e.spin.includes(r)));document.activeElement!==this.rotate&&(this.rotate.value=hs(e.turns)),document.activeElement!==this.normal&&(this.normal.value=e.normal.join(","))}};var Ph=class{constructor(e){this.store=e;for(let t of fi){let{row:n,set:i}=$n(t,{min:-180,max:180,step:1},r=>this.change(t,r));n.dataset.joint=t,n.title=`Rotate ${t}, in degrees`,G("turns").append(n),this.sliders.set(t,i)}e.on(["selected","pose"],()=>this.update()),this.update()}store;sliders=new Map;change(e,t){let{selected:n}=this.store.state;n!==null&&this.store.change(["pose"],({four:i})=>i.joints.set(n,qo(i.joints.get(n)??[],e,t)))}update(){let{selected:e,four:t}=this.store.state;if(e!==null)for(let n of fi)this.sliders.get(n)?.(Xo(t.joints.get(e)??[],n))}};var bA=1e-9;function b_(s,e,t,n){let i=sa(s.names),{locals:r,moved:o}=t.moment,a=x=>mf(r[x]??us,n.four.joints.get(x)??[]),l=new Map([...n.four.joints].filter(([,x])=>hs(x))),c=new Map([...l].filter(([x])=>SA(r[x]??us))),h=n.clip===null?null:s.clips[n.clip]?.reference??null,u=h===null?[]:["--clip",an(h),"--time",String(zn(n.time))];for(let[x,A]of c)u.push(`--set ${an(`${i[x]}=${hs(A)}`)}`);let[d,f]=MA(s,t,n);for(let[x,A]of d)u.push(`--blend ${an(`${x}=${zn(A)}`)}`);let m=new Set([...e,...o,...l.keys()]),y=[...m].map(x=>[i[x]??String(x),{matrix:wA(a(x))}]),p=x=>h!==null&&o.includes(x)&&!l.has(x),g=[...m].filter(x=>!c.has(x)&&!p(x)).length,v=o.length?"by the clip or at the start":"at the start",T=g?[`${Tn(g,"node")} rotated or moved ${v}: options cannot add to that, so use the file.`]:[];return{options:u.join(" "),file:Uf({nodes:Object.fromEntries(y),blend:Object.fromEntries(f)}),notes:T}}function MA(s,e,t){let[n,i]=[new Map,new Map];for(let{node:r,names:o,isNamed:a}of s.blendShapes)o.forEach((l,c)=>{let h=a[c]?l:String(c),u=t.weights.get(`${r}.${c}`),d=u??e.weightOf(r,c)??0;u!==void 0&&n.set(h,u),(u!==void 0||d)&&i.set(h,zn(d))});return[n,i]}function SA(s){return s.every((e,t)=>t%5===4||(t%6===0?e>0:Math.abs(e)<bA))}function wA(s){return[0,1,2,3].map(e=>s.slice(5*e,5*e+5).map(zn))}var Lh=class{constructor(e,t){this.stage=e;this.materials=t;this.system.addEventListener("change",()=>this.apply()),this.apply()}stage;materials;chosen=null;system=matchMedia("(prefers-color-scheme: dark)");get dark(){return this.chosen??this.system.matches}choose(e){this.chosen=e,this.apply()}apply(){document.documentElement.dataset.theme=this.dark?"dark":"light";let e=getComputedStyle(document.documentElement);this.stage.colour(e.getPropertyValue("--stage").trim(),e.getPropertyValue("--grid").trim());for(let t of this.materials)t.edges=this.dark?"#e8ecf4":"#10141c"}};var TA=[["b","skeleton","skeleton"],["n","names","joint names"],["h","heat","weight map of the selected joint"],["m","mesh","mesh"],["w","wireframe","wireframe"],["o","normals","normals as colours"],["c","colliders","spring colliders and shapes of bones"],["g","grid","grid"],["a","axes","axes"],["v","live","springs and constraints while you pose"],["x","gizmo","handles at the selected node"],["i","studio","studio light with reflections (slow without a GPU)"]],EA=[["1","rotate","rotate the selected node"],["2","move","move the selected node"],["3","scale","scale the selected node"],["4","reach","reach with the selected hand or foot (IK)"]],AA=[["Num1","front","front view"],["Num3","right","right view"],["Num7","top","top view"],["Ctrl+Num1","back","back view"],["Ctrl+Num3","left","left view"],["Ctrl+Num7","bottom","bottom view"]],Ih=class{constructor(e,t,n){this.store=e;this.absent=t;this.actions=n;this.groups=this.keyGroups(),this.keys=this.groups.flatMap(({keys:i})=>i),G("tools").addEventListener("pointerup",()=>document.activeElement?.blur());for(let i of document.querySelectorAll("[data-part]")){let r=i.dataset.part;i.hidden=r in t,i.addEventListener("click",()=>this.toggle(r))}for(let i of document.querySelectorAll("[data-key]"))i.addEventListener("click",()=>this.keys.find(r=>r.key===i.dataset.key)?.run());addEventListener("keydown",i=>this.pressed(i)),this.list(),this.markEnds(),e.on(["shown","turntable","pose"],()=>this.update()),this.update()}store;absent;actions;help=G("help");groups;keys;keyGroups(){let{store:e,actions:t}=this,n=()=>e.change(["turntable"],i=>i.turntable=!i.turntable);return[{title:"Play",keys:[{key:" ",words:"play or pause",run:()=>t.play()},{key:",",words:"step a frame back",run:()=>t.step(-1)},{key:".",words:"step a frame forward",run:()=>t.step(1)}]},{title:"Pose",keys:[...EA.map(([i,r,o])=>({key:i,words:o,run:()=>e.change(["tool"],a=>a.tool=r)})),{key:"q",words:"local or world axes of the handles",run:()=>e.change(["tool"],i=>i.space=i.space==="local"?"world":"local")},{key:"r",words:"reset the selected node",run:()=>t.resetBone()},{key:"R",words:"reset the whole pose",run:()=>e.resetPose()},{key:"Ctrl+z",words:"undo a change of the pose",run:()=>t.undo()},{key:"Ctrl+Shift+z",words:"redo a change of the pose",run:()=>t.redo()},{key:"Escape",words:"deselect",run:()=>e.select(null)}]},{title:"Camera",keys:[{key:"f",words:"frame the whole model",run:()=>t.frame()},{key:"F",words:"frame the selected node (also Num.)",run:()=>t.frameSelection()},...AA.map(([i,r,o])=>({key:i,words:o,run:()=>t.preset(r)})),{key:"Num5",words:"perspective or orthographic",run:()=>t.projection()},{key:"t",words:"turntable",run:n}]},{title:"Show",keys:TA.map(([i,r,o])=>({key:i,words:o,run:()=>this.toggle(r)}))},{title:"Page",keys:[{key:"e",words:"export the pose",run:()=>t.exportPose()},{key:"s",words:"save a screenshot",run:()=>t.picture()},{key:"l",words:"copy a link to this view",run:()=>t.link()},{key:"p",words:"side panel",run:()=>t.panel()},{key:"d",words:"light/dark theme",run:()=>t.theme()},{key:"?",words:"show these shortcuts",run:()=>this.toggleHelp()}]}]}toggle(e){let t=this.absent[e];t?this.actions.say(t):this.store.toggle(e)}pressed(e){let t=e.target instanceof HTMLElement?e.target:null;if(t?.matches("input[type=search], select, textarea")||e.altKey||(t?.matches("input[type=number], .field")??!1))return;let i=RA(e);if(e.key===" "&&t?.matches("button, input[type=checkbox]")||document.querySelector("dialog[open]")&&!(this.help.open&&e.key==="?"))return;let r=this.keys.find(a=>a.key===i),o=i.length===1||i.includes("Num");!r||o&&!G("use-keys").checked||(e.preventDefault(),r.run())}toggleHelp(){this.help.open?this.help.close():this.help.showModal()}markEnds(){let e=G("tools"),t=()=>{e.classList.toggle("more-before",e.scrollLeft+e.scrollTop>2);let[n,i]=[e.scrollWidth-e.clientWidth,e.scrollHeight-e.clientHeight];e.classList.toggle("more-after",n-e.scrollLeft>2||i-e.scrollTop>2)};e.addEventListener("scroll",t),new ResizeObserver(t).observe(e),t()}list(){let e=G("keys");for(let{title:n,keys:i}of this.groups){let r=ee("div","keys");r.append(ee("h3","sub",n));for(let{key:o,words:a}of i)r.append(ee("kbd","",o===" "?"space":o),ee("span","",a));e.append(r)}G("close-help").addEventListener("click",()=>this.help.close());let t=[...G("tools").querySelectorAll("button:not([hidden])")];G("tools").addEventListener("keydown",n=>{let i={ArrowDown:1,ArrowRight:1,ArrowUp:-1,ArrowLeft:-1}[n.key],r=t.indexOf(document.activeElement);if(!i||r<0)return;n.preventDefault();let o=t[(r+i+t.length)%t.length];t.forEach(a=>a.tabIndex=a===o?0:-1),o?.focus()}),t.forEach((n,i)=>n.tabIndex=i?-1:0)}update(){let{shown:e,turntable:t}=this.store.state;for(let i of document.querySelectorAll("[data-part]"))i.setAttribute("aria-pressed",String(e[i.dataset.part]));document.querySelector("[data-key=t]")?.setAttribute("aria-pressed",String(t));let n={"Ctrl+z":this.actions.canUndo(),"Ctrl+Shift+z":this.actions.canRedo()};for(let[i,r]of Object.entries(n))document.querySelector(`[data-key="${i}"]`)?.setAttribute("aria-disabled",String(!r))}};function RA(s){if(s.code==="NumpadDecimal")return"F";let e=/^Numpad(\d)$/.exec(s.code)?.[1];if(e)return`${s.ctrlKey||s.metaKey?"Ctrl+":""}Num${e}`;if(!s.ctrlKey&&!s.metaKey)return s.key;let t=s.key.toLowerCase();return t==="y"?"Ctrl+Shift+z":`Ctrl+${s.shiftKey?"Shift+":""}${t}`}var CA={loop:"Loop",once:"Once",bounce:"Back and forth"},Dh=class{constructor(e,t){this.data=e;this.store=t;this.list(),this.select.addEventListener("change",()=>this.choose(this.select.value?Number(this.select.value):null)),this.play.addEventListener("click",()=>this.toggle()),this.scrub.addEventListener("input",()=>t.change(["time"],i=>{i.playing=!1,i.time=Number(this.scrub.value)*this.seconds})),this.scrub.addEventListener("keydown",i=>this.scrubBy(i));let n=G("speed");n.value=String(t.state.speed),n.addEventListener("change",()=>t.change(["clip"],i=>i.speed=Number(n.value))),this.addRange(),t.on(["clip","time"],()=>this.update()),this.update()}data;store;select=G("clip");scrub=G("scrub");play=G("play");clock=G("clock");loop=G("loop");isInFrames=!1;isReturning=!1;addRange(){let{store:e}=this,t=G("more-transport"),n=G("more");n.addEventListener("click",()=>{t.hidden=!t.hidden,n.setAttribute("aria-expanded",String(!t.hidden)),this.onResize()}),this.loop.append(...Kc.map(i=>zf(i,CA[i]))),this.loop.addEventListener("change",()=>e.change(["clip"],i=>i.loop=this.loop.value)),G("range-from").addEventListener("click",()=>this.setRange(0)),G("range-to").addEventListener("click",()=>this.setRange(1)),G("range-none").addEventListener("click",()=>e.change(["clip"],i=>i.range=null)),this.clock.addEventListener("click",()=>{this.isInFrames=!this.isInFrames,this.update()}),G("frame").addEventListener("input",i=>{let{value:r,validity:o}=i.target;!r||!o.valid||e.change(["time"],a=>{a.playing=!1,a.time=Math.min(Number(r)/this.rate,this.seconds)})})}onResize=()=>{};setRange(e){this.seconds<=0||this.store.change(["clip"],t=>{let n=t.range?[...t.range]:[0,this.seconds];n[e]=t.time,n[1]-n[0]<1e-6&&(n[1-e]=e?0:this.seconds),t.range=n[1]>n[0]?n:null})}get rate(){let{clip:e}=this.store.state;return e===null?Vs:this.data.clips[e]?.rate??Vs}get played(){let[e,t]=this.store.state.range??[0,this.seconds];return e<this.seconds?[e,Math.min(t,this.seconds)]:[0,this.seconds]}list(){G("transport").hidden=!this.data.clips.length;let e=this.data.clips.map((n,i)=>zf(String(i),n.name)),t=ee("optgroup");t.label="Generated by Pantin",t.append(...e.filter((n,i)=>this.data.clips[i]?.reference===null)),this.select.replaceChildren(zf("","No clip"),...e.filter(n=>n.parentElement!==t)),t.childElementCount&&this.select.append(t)}get seconds(){let{clip:e}=this.store.state;return e===null?0:this.data.clips[e]?.seconds??0}choose(e){this.store.change(["clip"],t=>{t.clip=e,t.time=0,t.range=null,t.playing=e!==null})}toggle(){if(!this.data.clips.length)return;let e=this.data.clips.findIndex(t=>t.springs);if(this.store.state.clip===null)return this.choose(Math.max(0,e));this.isReturning=!1,this.store.change(["clip"],t=>{t.playing=!t.playing;let[n,i]=this.played;t.playing&&t.loop==="once"&&t.time>=i&&(t.time=n)})}advance(e){let{state:t}=this.store;if(!t.playing||this.seconds<=0)return!1;let n=PA(t.time,e*t.speed,this.played,t.loop,this.isReturning);return this.isReturning=n.isReturning,this.store.change(n.isOver?["time","clip"]:["time"],i=>{i.time=n.time,i.playing=!n.isOver}),!n.isOver}scrubBy(e){let n={ArrowRight:1,ArrowUp:1,ArrowLeft:-1,ArrowDown:-1,PageUp:10,PageDown:-10}[e.key];n!==void 0&&(e.preventDefault(),e.stopPropagation(),this.step(n))}step(e){this.seconds<=0||this.store.change(["time"],t=>{t.playing=!1,t.time=Math.min(Math.max(t.time+e/this.rate,0),this.seconds)})}update(){let{clip:e,time:t,playing:n}=this.store.state;this.select.value=e===null?"":String(e),this.play.classList.toggle("on",n),this.play.setAttribute("aria-label",n?"Pause":"Play"),this.scrub.disabled=e===null,this.scrub.value=String(this.seconds>0?t/this.seconds:0),as(this.scrub);let i=`${t.toFixed(2)} / ${this.seconds.toFixed(2)} s`,r=Math.round(t*this.rate),o=`${r} / ${Math.round(this.seconds*this.rate)} f`;this.clock.textContent=e===null?"–":this.isInFrames?o:i,this.updateRange(r),n||this.scrub.setAttribute("aria-valuetext",e===null?"no clip":`${t.toFixed(2)} of ${this.seconds.toFixed(2)} seconds`)}updateRange(e){let{clip:t,loop:n,range:i}=this.store.state;this.loop.value=n;let r=G("frame");document.activeElement!==r&&(r.value=String(e)),r.max=String(Math.round(this.seconds*this.rate)),G("frame-rate").textContent=`${this.rate} fps`;let[o,a]=this.played,l=h=>`${this.seconds>0?100*h/this.seconds:0}%`;G("range").textContent=i&&t!==null?`${o.toFixed(2)}–${a.toFixed(2)} s`:"",G("range-none").hidden=!i;let c=G("range-mark");c.hidden=!i||t===null,c.style.left=l(o),c.style.width=l(a-o)}};function zf(s,e){let t=ee("option","",e);return t.value=s,t}function PA(s,e,[t,n],i,r){let o=n-t,a=Math.min(Math.max(s,t),n);if(o<=0)return{time:t,isReturning:!1,isOver:i==="once"};if(i==="once"){let c=a+e;return{time:Math.min(c,n),isReturning:!1,isOver:c>=n}}if(i==="loop")return{time:t+(a-t+e)%o,isReturning:!1,isOver:!1};let l=((r?2*o-(a-t):a-t)+e)%(2*o);return{time:t+(l>o?2*o-l:l),isReturning:l>o,isOver:!1}}var Nh=class{constructor(e){this.parents=e;e.forEach((t,n)=>{let i=this.children.get(t);i?i.push(n):this.children.set(t,[n])})}parents;children=new Map;childrenOf(e){return this.children.get(e)??[]}ancestorsOf(e){let t=[];for(let n=this.parents[e]??-1;n>=0;n=this.parents[n]??-1)t.push(n);return t}rows(e,t){let n=[],i=this.level(-1,0);for(let r=i.pop();r&&n.length<t;r=i.pop())n.push(r),e.has(r.node)||i.push(...this.level(r.node,r.depth+1));return n}level(e,t){let n=this.childrenOf(e),i=(r,o)=>({node:r,depth:t,isParent:this.children.has(r),position:o+1,siblings:n.length});return n.map(i).reverse()}foldedAtFirst(){let e=i=>i.flatMap(r=>this.childrenOf(r)),t=this.childrenOf(-1);for(let i=t.length;t.length&&!(i+e(t).length>120);i+=t.length)t=e(t);let n=new Set;for(;t.length;t=e(t))for(let i of t)this.children.has(i)&&n.add(i);return n}};var M_=4e3,LA=120,IA=40,S_=8,DA=60,ra=class{constructor(e,t){this.data=e;this.store=t;this.forest=new Nh(e.parents),this.folded=this.forest.foldedAtFirst(),this.joints=new Set(e.joints),this.colours=new Map(e.skeletons.flatMap(({joints:n,colour:i})=>n.map(r=>[r,i]))),this.search.addEventListener("input",()=>this.fill()),this.list.addEventListener("keydown",n=>this.press(n)),this.fill(),t.on(["selected"],()=>this.reveal())}data;store;rows=new Map;list=G("tree");search=G("search");forest;folded;joints;colours;fill(){let e=this.search.value.toLowerCase(),t=({node:i})=>on(this.data,i).toLowerCase().includes(e),n=e?this.forest.rows(new Set,1/0).filter(t).slice(0,M_):this.forest.rows(this.folded,M_);this.rows.clear();for(let i of n)this.rows.set(i.node,this.row(i,e!==""));this.list.replaceChildren(...n.length?this.rows.values():[ee("p","empty","No matching nodes.")]),this.mark()}row({node:e,depth:t,isParent:n,position:i,siblings:r},o){let a=ee("button",this.joints.has(e)?"row joint":"row");a.type="button",a.setAttribute("role","treeitem"),a.dataset.node=String(e),a.style.paddingLeft=`${2+(o?0:NA(t))}px`;let l=ee("i",n&&!o?"fold":"leaf");o||(a.setAttribute("aria-level",String(t+1)),a.setAttribute("aria-posinset",String(i)),a.setAttribute("aria-setsize",String(r)),n&&a.setAttribute("aria-expanded",String(!this.folded.has(e)))),a.title=on(this.data,e);let c=ee("i","dot");return c.style.background=this.colours.get(e)??"",a.append(l,c,ee("span","",on(this.data,e))),a.addEventListener("click",h=>{h.target===l&&n?this.fold(e):this.store.select(e)}),a}fold(e,t=!this.folded.has(e)){return t?this.folded.add(e):this.folded.delete(e),this.fill(),this.rows.get(e)?.focus(),e}reveal(){let{selected:e}=this.store.state,t=e===null?[]:this.forest.ancestorsOf(e).filter(n=>this.folded.has(n));for(let n of t)this.folded.delete(n);t.length&&!this.search.value?this.fill():this.mark()}mark(){let{selected:e}=this.store.state,t=e===null?void 0:this.rows.get(e),n=t??this.rows.values().next().value;for(let i of this.rows.values())i.setAttribute("aria-selected",String(i===t)),i.tabIndex=i===n?0:-1;t&&this.bringIntoView(t)}bringIntoView(e){let{list:t}=this,n=t.scrollLeft;e.scrollIntoView({block:"nearest",inline:"nearest"});let[i,r]=[t.getBoundingClientRect().left,e.querySelector("span")?.getBoundingClientRect()];if(!r)return;let o=r.left-i+t.scrollLeft,a=o+Math.min(r.width,LA)-t.clientWidth;t.scrollLeft=Math.max(0,Math.min(Math.max(n,a),o-IA))}press(e){let t=[...this.rows.keys()],n=t.indexOf(Number(e.target.dataset.node??-1)),i=t[n];if(i===void 0)return;let[r,o]=[this.folded.has(i),this.forest.childrenOf(i)],l={ArrowDown:()=>t[Math.min(n+1,t.length-1)],ArrowUp:()=>t[Math.max(n-1,0)],Home:()=>t[0],End:()=>t[t.length-1],ArrowRight:()=>r?this.fold(i,!1):o[0],ArrowLeft:()=>o.length&&!r?this.fold(i,!0):this.data.parents[i]}[e.key];if(!l)return;e.preventDefault(),e.stopPropagation();let c=l();c===void 0||c<0||(this.store.select(c),this.rows.get(c)?.focus())}};function NA(s){return Math.min(s,S_)*12+Math.min(Math.max(s-S_,0),DA)*4}var OA=[["video/webm;codecs=vp9","webm"],["video/webm;codecs=vp8","webm"],["video/webm","webm"],["video/mp4","mp4"]],UA=16e6,FA=30,BA=200,kA=new S(0,1,0);function w_(){return typeof MediaRecorder>"u"?null:OA.find(([s])=>MediaRecorder.isTypeSupported(s))??null}async function T_(s,e,t){let n=s.renderer.domElement.captureStream(FA),i=new MediaRecorder(n,{mimeType:t,videoBitsPerSecond:UA}),r=[];i.addEventListener("dataavailable",({data:u})=>r.push(u));let o=new Promise((u,d)=>{i.addEventListener("stop",()=>u()),i.addEventListener("error",()=>d(new Error("the browser stopped recording")))}),{target:a}=s.controls,l=s.camera.position.clone().sub(a),c=u=>{s.camera.position.copy(l).applyAxisAngle(kA,u).add(a),s.controls.update(),s.draw()};i.start();let h=0;await new Promise(u=>{let d=0,f=m=>{d||=m;let y=(m-d)/1e3/e;c(2*Math.PI*Math.min(y,1)),h+=1,y>=1?u():requestAnimationFrame(f)};requestAnimationFrame(f)}),await new Promise(u=>setTimeout(u,BA)),i.stop(),await o;for(let u of n.getTracks())u.stop();return{video:new Blob(r,{type:t}),rate:h/e}}var Hf=400,zA={front:"Front",back:"Back",left:"Left",right:"Right",top:"Top",bottom:"Bottom"},HA={pose:"Pose",camera:"Camera",target:"Point"},VA=.04,Oh=class{constructor(e,t,n,i,r,o){this.data=e;this.store=t;this.model=n;this.stage=i;this.objects=r;this.actions=o;this.addCamera(),e.four||this.addSurfaces(),e.lookAt&&this.addGaze(),e.four||this.addMeshes(),this.addPictures(),t.on(["shown","pose","selected"],()=>this.update()),this.update()}data;store;model;stage;objects;actions;holder=G("view-options");updates=[];update(){for(let e of this.updates)e()}section(e){let t=ee("div","options");return t.append(ee("h2","sub",e)),this.holder.append(t),t}button(e,t,n="plain"){let i=ee("button",n,e);return i.type="button",i.addEventListener("click",t),i}choice(e,t,n,i){let r=ee("div","choice");r.setAttribute("role","group"),r.setAttribute("aria-label",e);for(let[o,a]of t){let l=this.button(a,()=>i(o),"");r.append(l),this.updates.push(()=>l.setAttribute("aria-pressed",String(n()===o)))}return r}checkbox(e,t,n){let i=ee("label","check"),r=ee("input");return r.type="checkbox",r.addEventListener("change",()=>n(r.checked)),i.append(r,ee("span","",e)),i.title=e,this.updates.push(()=>r.checked=t()),i}select(e,t,n,i){let r=ee("label","labelled"),o=ee("select","field");for(let[a,l]of t){let c=ee("option","",l);c.value=a,o.append(c)}return o.addEventListener("change",()=>i(o.value)),r.append(ee("span","",e),o),this.updates.push(()=>o.value=n()),r}addCamera(){let{stage:e}=this,t=this.section("Camera"),n=ee("div","choice presets");n.setAttribute("role","group"),n.setAttribute("aria-label","View direction");for(let l of Object.keys(nf)){let c=this.button(zA[l],()=>e.preset(l),"");c.dataset.preset=l,n.append(c)}let i=[[!1,"Perspective"],[!0,"Orthographic"]],r=this.choice("Projection",i,()=>e.isOrthographic,l=>{e.isOrthographic=l,this.update()});r.id="projection",e.onCamera.push(()=>this.update());let o=this.button("Frame selection",()=>this.frameSelection());o.id="frame-selection";let a=ee("div","line");a.append(o,this.button("Frame model",()=>e.frame())),t.append(n,r,a),this.addCameras(t)}addCameras(e){let{stage:t,store:n,model:i}=this;i.gltf.cameras.filter(r=>r instanceof Ps).forEach((r,o)=>{let a=r.name||r.parent?.name||`camera ${o}`,l=this.button(`Camera: ${a}`,()=>t.lookThrough(r),"plain wide");l.dataset.camera=String(o),e.append(l)}),!(this.data.firstPerson===null||this.data.humanoid.head===void 0)&&e.append(this.checkbox("First-person view",()=>n.state.firstPerson,r=>{n.change(["shown"],a=>a.firstPerson=r);let o=r?Xd(this.data,i.nodes):null;o?t.lookThrough(o):t.frame()}))}frameSelection(){let{selected:e}=this.store.state;if(e===null)return this.stage.frame();let t=new yt,{skeleton:n,poser:i}=this.objects;for(let{node:r,surface:o}of this.model.surfaces){if(r!==e)continue;let a=i.vertices(r,o);for(let l=0;l<a.length;l+=3)t.expandByPoint(new S(a[l],a[l+1],a[l+2]))}if(t.isEmpty()){let r=this.data.parents.flatMap((a,l)=>a===e?[l]:[]);for(let a of[e,...r])t.expandByPoint(n.positionOf(a));let o=t.getSize(new S).length();t.expandByScalar(Math.max(o*.5,VA*this.stage.size))}this.stage.frameBox(t)}addSurfaces(){let{store:e,model:t}=this,n=this.section("Surfaces"),i=Jc.map(c=>[c,g0[c]]),r=this.select("Show",i,()=>e.state.channel,c=>e.change(["shown"],h=>h.channel=c));r.id="channel",n.append(r);let o=Yc(t);if(!o.length)return;let a=[["","As in the file"],...o.map((c,h)=>[String(h),c])],l=this.select("Variant",a,()=>String(e.state.variant??""),c=>e.change(["shown"],h=>h.variant=c?Number(c):null));l.id="variant",n.append(l)}addGaze(){let{store:e}=this,t=this.section("Look at"),n=Qc.map(o=>[o,HA[o]]),i=this.choice("Look-at target",n,()=>e.state.gaze,o=>e.change(["pose"],a=>{a.gaze=o,o==="target"&&a.gazeTarget.every(l=>l===0)&&(a.gazeTarget=this.ahead())}));i.id="gaze";let r=ee("p","facts","Drag the point in the view; deselect the node first.");this.updates.push(()=>r.hidden=e.state.gaze!=="target"),t.append(i,r)}ahead(){let e=Xd(this.data,this.model.nodes);return e?e.position.addScaledVector(e.getWorldDirection(new S),this.stage.size*.4).toArray():[0,0,1]}addMeshes(){let{store:e,model:t}=this,n=[...new Set(t.surfaces.map(({node:a})=>a))];if(n.length<2)return;let i=this.section("Meshes"),r=a=>e.change(["shown"],l=>l.hidden=new Set(a)),o=ee("div","line");o.append(this.button("Show all",()=>r([])),this.button("Hide all",()=>r(n))),i.append(o);for(let a of n.slice(0,Hf)){let l=this.checkbox(on(this.data,a),()=>!e.state.hidden.has(a),c=>r(c?[...e.state.hidden].filter(h=>h!==a):[...e.state.hidden,a]));l.dataset.mesh=String(a),i.append(l)}n.length>Hf&&i.append(ee("p","empty",`and ${n.length-Hf} more`))}options={scale:1,transparent:!1};get picture(){return this.options}addPictures(){let e=this.section("Image and video"),{options:t}=this,n=this.checkbox("Transparent background",()=>t.transparent,h=>t.transparent=h);n.id="transparent";let i=[["1","Window size"],["2","2× window"],["4","4× window"]],r=this.select("Size",i,()=>String(t.scale),h=>t.scale=Number(h)),o=this.button("Save image",()=>this.actions.savePicture(t));o.id="save-picture";let a=this.button("Turntable video",()=>this.actions.saveVideo(Number(l.value)));a.id="save-video";let l=ee("input","number");Object.assign(l,{type:"number",min:"1",max:"60",value:"6",step:"any"}),l.id="video-seconds",l.setAttribute("aria-label","Length of the turntable video in seconds");let c=ee("div","line");c.append(a,l,ee("span","facts","seconds")),e.append(n,r,o,c)}};async function GA(){let s=new Rh,e=Wd();if(!e.four)for(let y of["tab-button-four","tab-four"])G(y).remove();let t=G("view");if(!Hg(t))return ZA(e);let n=await cs(Gs("model")),i=new $s,r={rest:Gf(e,n,"bounds"),moving:Gf(e,n,"moving")},o=new wc(t,r,e.front,e.studio),a=E_(e,i,n,Qd(o.renderer)),l=new Kr(e,i,n,Gs("frames"),o),c=await eh.load(e,i,o,l),h=new Lh(o,[l,c?.objects].flatMap(y=>y?[y.materials]:[])),u=new ta(e),d=l.four&&e.four&&new Ch(i,l.four,e.four.distance),f={data:e,store:i,model:n,stage:o,objects:l,comparison:c,theme:h,panel:u,four:d,history:new uh(i),copy:s},m=jA(f);$A(f,m),R_(f,a),i.on(["selected","layout"],()=>XA(f)),o.cover(u.covered()),a.camera?o.setCamera(a.camera):o.frame(),i.change(["shown","clip","selected","turntable","layout"],()=>{}),o.afterFrame.push(()=>t1(()=>[l,c?.objects].forEach(y=>y?.repose()))),u.onResize=()=>o.cover(u.covered()),YA(f),addEventListener("hashchange",()=>qA(f)),e1(f,m),e.live&&Df(e.live,()=>history.replaceState(null,"",Vf(f)))}function E_(s,e,t,n){let{state:i}=e,r=matchMedia("(prefers-reduced-motion: reduce)").matches,o=t.surfaces.length>0||!!s.four?.bodies.length;i.clip=s.clip,i.playing=s.clip!==null&&!r,i.shown.skeleton=!o,i.shown.colliders=!o&&!s.joints.length,i.shown.wireframe=s.four!==null,i.shown.studio=n,i.shown.live=A_(s),i.shown.distances=!!(s.distances??s.other?.distances),i.four.turns=jr(s.four?.start.rotate??"")??[],i.four.offset=s.four?.start.w??0;for(let[f,m]of s.pose?.edits??[])i.edits.set(f,m);for(let[f,m]of s.pose?.weights??[])i.weights.set(f,m);for(let[f,m]of s.pose?.expressions??[])i.expressions.set(f,m);let{names:a,clips:l,poses:c,expressions:h}=s,u={nodes:a.length,clips:l.length,poses:c.length,expressions:h.length,variants:Yc(t).length},d=q0(location.hash,i,u);return i.time=Math.min(i.time,i.clip===null?0:l[i.clip]?.seconds??0),d}function A_(s){return s.springs.length+s.constraints.length>0}function WA({data:s,model:e}){let t={};return A_(s)||(t.live="This model has no springs and no constraints"),s.other?t:(!s.colliders.length&&!s.boneShapes.length&&(t.colliders="This model has no colliders"),s.joints.length||(t.skeleton=t.names="This model has no joints"),s.four?{...t,gizmo:"Handles are for models in three dimensions"}:(e.surfaces.length||(t.mesh=t.wireframe=t.normals="This model has no meshes"),e.surfaces.some(({mesh:n})=>n instanceof Pt)||(t.heat="This model has no skin"),t))}function XA({store:s,stage:e,panel:t,objects:n}){let{selected:i}=s.state;t.makeRoom(i===null?null:e.toWindow(n.skeleton.positionOf(i))),e.cover(t.covered())}function qA(s){let{data:e,store:t,stage:n,model:i}=s,r={};t.change(["selected","shown","clip","time","pose","four","turntable","tool","layout"],o=>{for(let a of[o.edits,o.weights,o.expressions,o.poses,o.four.joints])a.clear();Object.assign(o,{selected:null,time:0,speed:1,gaze:"pose",channel:"lit",loop:"loop",space:"local"}),r=E_(e,t,i,Qd(n.renderer))}),R_(s,r),r.camera&&n.setCamera(r.camera)}function YA({data:s,model:e,panel:t,objects:n}){let i=e.surfaces.some(({mesh:c})=>c.geometry.getAttribute("position")?.count>0),r=s.findingCounts.some(([,c])=>c==="error"),o=r&&!i&&!s.four&&s.summary.some(([c])=>c==="meshes"),a=n.skeleton.above.size>0||s.colliders.length+s.boneShapes.length>0||!!s.four?.bodies.length;if(i||a&&!o)return;let l=a?"The meshes of this model could not be read. The findings say why.":"Nothing to show: parts of this model could not be read. The findings say why.";t.blank(r?l:"Nothing to show: this file has no meshes and no joints."),s.findings.length&&t.open("findings")}function R_({theme:s,panel:e,four:t},n){t&&e.open("four"),n.dark!==void 0&&s.choose(n.dark),n.tab!==void 0&&e.open(n.tab),n.folded!==void 0&&n.folded!==e.folded&&e.toggle()}function Vf({store:s,stage:e,theme:t,panel:n}){let i={camera:e.cameraPosition(),dark:t.dark,tab:n.tab,folded:n.folded};return`#${X0(s.state,i)}`}function Gf(s,e,t){let n=new yt;for(let{min:i,max:r}of[s,s.other].flatMap(o=>o?.[t]??[]))n.union(new yt(new S(...i),new S(...r)));return n.isEmpty()?t==="moving"?Gf(s,e,"bounds"):new yt().setFromObject(e.root):n}function jA({data:s,store:e,model:t,stage:n,objects:i,comparison:r,panel:o,four:a}){let{skeleton:l,poser:c}=i,h=new lh(s,n,e,t,i),u=new bh(s,n,e,l,t,c,!s.four,h);u.prepare();let d=new fh(G("labels"),s,l,n),f=new Dh(s,e),m=new wh(s,e,t,c,i.four);return n.beforeFrame.push(y=>f.advance(y),y=>a?.advance(y)??!1),n.beforeFrame.push(y=>(i.update(u.hovered,Wf(),y)&&(o.approximate(c.approximate),m.update(),a?.update()),h.update(),r?.objects.update(null,Wf(),y),e.state.turntable||i.isMoving||(r?.objects.isMoving??!1))),n.afterFrame.push(()=>{let{shown:y,selected:p}=e.state,g=l.visible;d.update(g&&y.names,g?p:null,g?u.hovered:null)}),f}function $A(s,e){let{data:t,store:n,stage:i,model:r,objects:o,theme:a,panel:l,four:c,history:h}=s;for(let p of["pointerdown","keydown","change","focusin","drop"])addEventListener(p,()=>h.mark(),{capture:!0});new ra(t,n);let u=new dh(t,n,i.size,!t.four);c&&new Ph(n);let d=new Jo(r);C_(s,e,d);let f=new Oh(t,n,r,i,o,{savePicture:p=>{i.picture(p).then(g=>l.save(g,`${Jr(t.title)}.png`))},saveVideo:p=>{JA(s,p)}});e.onResize=()=>i.cover(l.covered()),l.onOpen=p=>p==="materials"&&d.fill();let m=p=>()=>(o.pose(),p()),y=new th(l,t.title,()=>QA(s),{clip:t.four?null:m(()=>__(t,r,o.clips)),motion:t.humanoid.hips===void 0?null:m(()=>y_(t,n.state,r,o.clips))});s.drop=new Ah(t,n,r,o.clips,l,e,(p,g)=>{window.history.replaceState(null,"",Vf(s)),s.copy.open(p,g)}),new Ih(n,WA(s),{say:p=>l.say(p),canUndo:()=>h.canUndo,canRedo:()=>h.canRedo,play:()=>(c&&!t.clips.length?c:e).toggle(),step:p=>e.step(p),frame:()=>i.frame(),frameSelection:()=>f.frameSelection(),preset:p=>i.preset(p),projection:()=>i.isOrthographic=!i.isOrthographic,undo:()=>h.canUndo?h.undo():l.say("Nothing to undo"),redo:()=>h.canRedo?h.redo():l.say("Nothing to redo"),resetBone:()=>u.resetBone(),theme:()=>a.choose(!a.dark),link:()=>l.copyLink(new URL(Vf(s),location.href).href),exportPose:()=>y.open(),picture:()=>{i.picture(f.picture).then(p=>l.save(p,`${Jr(t.title)}.png`))},panel:()=>{l.toggle(),i.cover(l.covered())}})}function C_({data:s,store:e,panel:t},n,i){let r=G("findings"),o=(c,h)=>{let u=ee("div","findings");s.other&&u.append(ee("h2","sub",c.title)),r.append(u),new hh(c,h,u)};if(o(s,{select:c=>e.select(c),play:c=>n?.choose(c),showMaterial:c=>{t.open("materials"),i.reveal(c)}}),F0(s.other?[s,s.other]:[s]),!s.other)return;let[a,l]=[Zs(s.other.names,s.names),Zs(ki(s.other.clips),ki(s.clips))];o(s.other,{select:c=>e.select(a(c)??null),play:c=>n?.choose(l(c)??null),showMaterial:()=>t.say("This material belongs to the second model")})}async function ZA(s){document.body.classList.add("viewless");let e=new ta(s),t=new $s;new ra(s,t);let n=new Jo(await cs(Gs("model")));e.onOpen=i=>i==="materials"&&n.fill(),C_({data:s,store:t,panel:e},null,n),e.blank("This browser does not support WebGL, so the model cannot be shown. Its nodes, findings and facts are in the panel; for an image, use pantin render."),document.documentElement.dataset.ready="all"}var KA=10;async function JA({data:s,stage:e,panel:t},n){let i=w_();if(!i)return t.say("This browser cannot record video");let r=Math.min(Math.max(n||6,1),60);t.say(`Recording one turn: ${r} seconds`);try{let{video:o,rate:a}=await T_(e,r,i[0]);t.save(o,`${Jr(s.title)}.${i[1]}`),t.say(a<KA?`Turntable video saved; it jerks, since this computer drew ${a.toFixed(1)} frames per second`:"Turntable video saved")}catch(o){t.say(`Video recording failed: ${o instanceof Error?o.message:String(o)}`)}}function QA({data:s,store:e,model:t,objects:n}){return n.pose(),s.four&&n.four?b_(s,s.four.posed,n.four,e.state):i_(Sh(s,e.state,t,n.clips))}function e1(s,e){let{objects:t}=s,n=(r,o=0)=>(t.pose(),t.poser.vertices(r,o)),i=r=>(t.pose(),t.colliders.update(),t.colliders.vertices(r));Object.assign(window,{pantin:{...s,playback:e,skeleton:t.skeleton,springs:t.springs,vertices:n,collider:i}})}function Wf(){return document.documentElement.dataset.ready!==void 0}function t1(s){let e=Wf();document.documentElement.dataset.ready=e?"all":"first",e||s()}GA().catch(s=>{let e=G("problems");e.hidden=!1,e.textContent=`The model cannot be shown: ${s instanceof Error?s.message:String(s)}`,document.documentElement.setAttribute("data-failed","");let{live:t}=Wd();t&&Df(t,()=>{})});})();
